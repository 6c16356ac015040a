import { X } from 'lucide-react';
import { type Filter, OPERATORS_OF, type Operator } from '../../contract/condition.ts';
import { IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Select } from '../ui/select.tsx';
import { fitting, kindOf, wordsOf } from './fields.ts';
import { useCatalogue } from './use-catalogue.ts';
import { initialValue, ValueInput } from './value-input.tsx';

interface FilterRowProps {
  filter: Filter;
  isFirst: boolean;
  onChange: (filter: Filter) => void;
  onRemove: (() => void) | undefined;
}

/** "plan is pro", "opened an email within the last 30 days". */
export function FilterRow({ filter, isFirst, onChange, onRemove }: FilterRowProps) {
  const catalogue = useCatalogue();
  const kind = kindOf(filter.field);
  const type = catalogue.typeOf(filter.field);
  const operators = kind ? fitting(OPERATORS_OF[kind], type) : [];
  const isTime = kind === 'time' || type === 'date';
  const choose = (field: string) => {
    const next = kindOf(field);
    const operator = next ? fitting(OPERATORS_OF[next], catalogue.typeOf(field))[0] : undefined;
    if (operator) onChange({ field, operator, ...initialValue(field, operator, catalogue.typeOf(field)) });
  };
  const chooseOperator = (operator: Operator) =>
    onChange({ field: filter.field, operator, ...initialValue(filter.field, operator, type, filter) });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="w-8 text-right text-xs text-ink-faint max-sm:hidden">{isFirst ? '' : 'and'}</span>
      <Combobox
        label="Field"
        className="w-[200px]! max-sm:w-full!"
        value={filter.field || undefined}
        onChange={choose}
        options={catalogue.options}
        placeholder="Choose a field…"
        nothing="No field, event or segment has that name"
      />
      {kind && (
        <Select
          aria-label="Comparison"
          value={filter.operator}
          onChange={(operator) => chooseOperator(operator as Operator)}
          options={operators.map((operator) => ({ value: operator, label: wordsOf(operator, { kind, isTime }) }))}
        />
      )}
      {kind && <ValueInput filter={filter} type={type} onChange={onChange} />}
      {onRemove && (
        <IconButton label="Remove this filter" onClick={onRemove} className="size-8">
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
