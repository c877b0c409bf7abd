'use client';

import { useQuery } from '@tanstack/react-query';
import type { ActiveFilter } from '@/components/journal/filters/filter-words';
import type { JournalAddress } from '@/components/journal/journal-address';
import { PicturesView } from '@/components/journal/pictures/pictures-view';
import { askedWhile } from '@/lib/client/api';
import { journalGroupsQuery } from '@/lib/client/journal/journal';
import { GroupingBar } from './grouping-bar';
import type { ShownGrouping } from './grouping-parameters';
import { GroupsAnswer } from './groups-answer';
import { GroupsTable } from './groups-table';

interface AnalysisViewProps {
  address: JournalAddress;
  connection: string;
  filters: readonly ActiveFilter[];
  onMonthEnd: () => void;
}

export function AnalysisView(props: AnalysisViewProps) {
  const { grouping } = props.address;
  return grouping === null ? <PicturesView {...props} /> : <GroupsView {...props} grouping={grouping} />;
}

function GroupsView(props: AnalysisViewProps & { grouping: ShownGrouping }) {
  const { address, grouping, connection, filters, onMonthEnd } = props;
  const { query, group, isRefused } = address;
  const { by, sum, across } = grouping;
  const answer = useQuery({
    ...journalGroupsQuery(query, { by, sum, pivot: across }, connection),
    enabled: askedWhile(!isRefused),
  });
  const { isFetching, isPlaceholderData } = answer;
  return (
    <>
      <GroupingBar {...{ grouping, group, onMonthEnd }} />
      <GroupsAnswer answers={[answer]} what="The groups" {...{ address, filters }}>
        {([data]) =>
          data && (
            <GroupsTable
              {...{ address, grouping, connection, data }}
              isOld={isPlaceholderData}
              isBusy={isFetching && isPlaceholderData}
            />
          )
        }
      </GroupsAnswer>
    </>
  );
}
