import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';

interface Card<Value extends string> {
  value: Value;
  label: string;
  help?: string;
  icon?: ReactNode;
}

interface RadioCardsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  cards: readonly Card<Value>[];
  /** How many beside each other where there is room. */
  columns?: 1 | 2 | 3;
}

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' };

/** One of a few, each with a sentence. */
export function RadioCards<Value extends string>({
  label,
  value,
  onChange,
  cards,
  columns = 1,
}: RadioCardsProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(chosen) => onChange(chosen as Value)}
      className={`grid gap-2 ${COLUMNS[columns]}`}
    >
      {cards.map((card) => (
        <RadioGroup.Item
          key={card.value}
          value={card.value}
          className="flex items-start gap-3 rounded-md border border-line-strong bg-paper p-3 text-left transition-colors duration-100 hover:bg-hover data-[state=checked]:border-brass data-[state=checked]:bg-brass-soft"
        >
          {card.icon && <span className="mt-0.5 text-ink-soft">{card.icon}</span>}
          <span className="min-w-0">
            <span className="block font-medium">{card.label}</span>
            {card.help && <span className="block text-sm text-ink-soft">{card.help}</span>}
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
