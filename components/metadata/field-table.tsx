import { KeyRound } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { DeclaredField, EntitySet } from '@/lib/contract/metadata';

interface FieldTableProps {
  entitySet: EntitySet;
  fields: readonly DeclaredField[];
  onClear: () => void;
}

const headClasses =
  'sticky top-0 h-8 border-b border-line bg-surface-sunken px-3 text-left text-xs font-medium whitespace-nowrap text-text-muted';

/** The fields of one entity set. Their order is the document's. */
export function FieldTable({ entitySet, fields, onClear }: FieldTableProps) {
  if (entitySet.fields.length === 0) {
    return <EmptyState title="No fields">The service declares this entity set without fields.</EmptyState>;
  }
  if (fields.length === 0) {
    return (
      <EmptyState title="No field matches" action={<Button onPress={onClear}>Clear the filter</Button>}>
        None of the {entitySet.fields.length} fields of {entitySet.name} has this text and type.
      </EmptyState>
    );
  }
  const hasLabels = entitySet.fields.some((field) => field.label !== null);
  return (
    <div
      role="region"
      aria-label={`Fields of ${entitySet.name}`}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto print:overflow-visible rounded-md border border-line bg-surface"
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            <th scope="col" className={headClasses}>
              Field
            </th>
            {hasLabels && (
              <th scope="col" className={headClasses}>
                Caption
              </th>
            )}
            <th scope="col" className={headClasses}>
              Type
            </th>
            <th scope="col" className={`${headClasses} text-right!`}>
              Max. length
            </th>
            <th scope="col" className={headClasses}>
              May be empty
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name} className="hover:bg-surface-sunken [&>*]:border-b [&>*]:border-line">
              <th scope="row" className="h-8 px-3 text-left font-mono font-normal whitespace-nowrap">
                <span className="inline-flex items-center gap-1.5">
                  {field.name}
                  {field.isKey && (
                    <span className="inline-flex items-center gap-1 font-sans text-xs text-text-muted">
                      <KeyRound aria-hidden="true" className="size-3" />
                      key
                    </span>
                  )}
                </span>
              </th>
              {hasLabels && (
                <td className="px-3 whitespace-nowrap">
                  {field.label ?? <span className="text-text-faint">not known to the console</span>}
                </td>
              )}
              <td className="px-3 font-mono whitespace-nowrap text-text-muted">{field.type}</td>
              <td className="tabular px-3 text-right">{field.maxLength?.toLocaleString()}</td>
              <td className="px-3">{field.nullable ? 'Yes' : 'No'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
