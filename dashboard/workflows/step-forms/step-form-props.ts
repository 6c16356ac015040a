export interface StepFormProps {
  config: Record<string, unknown>;
  onChange: (config: Record<string, unknown>) => void;
  templateId: string | null;
  onTemplate: (templateId: string | null) => void;
  /** Of the trigger: its fields can be asked about. */
  eventName: string | undefined;
}

export const textIn = (config: Record<string, unknown>, name: string): string => {
  const value = config[name];
  return typeof value === 'string' ? value : '';
};

/** An object of the configuration, or an empty one. */
export const objectIn = (config: Record<string, unknown>, name: string): Record<string, unknown> => {
  const value = config[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
};
