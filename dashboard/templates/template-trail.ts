export const TEMPLATE_TRAIL = [
  { label: 'Templates', link: { from: '/p/$projectId', to: '/p/$projectId/templates' } },
] as const;
