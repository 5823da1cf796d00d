import type { Field } from '../../model/draft';
import { CrossIcon } from '../icons';

interface FieldListProps {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Whether the names are given. */
  readonly isFixed?: boolean;
  readonly onChange: (fields: readonly Field[]) => void;
}

/** Names and values; one more may be added, unless the names are given. */
export function FieldList({ title, fields, isFixed = false, onChange }: FieldListProps) {
  const change = (index: number, patch: Partial<Field>): void => {
    onChange(fields.map((field, at) => (at === index ? { ...field, ...patch } : field)));
  };
  if (isFixed && fields.length === 0) return null;
  return (
    <fieldset class="fields">
      <legend>{title}</legend>
      {fields.map((field, index) => (
        <div key={index} class="field">
          {isFixed || field.required === true
            ? <span class="field-name">{field.name}{field.required === true && <span class="required" title="required">*</span>}</span>
            : <input aria-label={`${title}: name`} value={field.name} placeholder="name" onInput={({ currentTarget }) => change(index, { name: currentTarget.value })} />}
          <input
            aria-label={field.name === '' ? `${title}: value` : field.name} value={field.value} placeholder={SECRET.test(field.name) ? 'token' : 'value'}
            {...(SECRET.test(field.name) ? { type: 'password' } : { type: 'text' })} autocomplete="off" spellcheck={false}
            onInput={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          {!isFixed && (
            <button type="button" class="ghost" aria-label={`Remove ${field.name}`} onClick={() => onChange(fields.filter((_, at) => at !== index))}><CrossIcon /></button>
          )}
        </div>
      ))}
      {!isFixed && <button type="button" class="ghost add" onClick={() => onChange([...fields, { name: '', value: '' }])}>+ add</button>}
    </fieldset>
  );
}

/** Not shown while someone looks over a shoulder. */
const SECRET = /^(authorization|x-api-key|cookie|x-amz-security-token)$/i;
