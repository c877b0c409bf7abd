import { visibleId } from '@/lib/domain/visible-id';

export function NamedId({ name, id }: { name: string; id: string }) {
  if (name === '') return <span translate="no">{visibleId(id)}</span>;
  return (
    <>
      <bdi translate="no">{name}</bdi>{' '}
      <span
        translate="no"
        className={id.length > 20 ? 'text-text-muted' : 'whitespace-nowrap text-text-muted'}
      >
        · <span className="tabular text-xs">{visibleId(id)}</span>
      </span>
    </>
  );
}
