import { visibleId } from '@/lib/domain/visible-id';

/** What something is called, its ID after it; the ID alone where it has no name. Set apart: a name may read like an ID. */
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
