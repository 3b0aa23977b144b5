import { BottomSheet, Button } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FilterFields } from './filter-fields.tsx';
import type { MemberSearch } from './member-search.ts';
import { useMemberCount, useSettled } from './use-members.ts';

interface FilterSheetProps {
  search: MemberSearch;
  onChange: (search: MemberSearch) => void;
  onReset: (() => void) | undefined;
  onClose: () => void;
}

/** Filters in a bottom sheet on narrow screens. Its button shows how many members they find. */
export function FilterSheet({ search, onChange, onReset, onClose }: FilterSheetProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(search);
  const count = useMemberCount(useSettled(draft));
  return (
    <BottomSheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Filters`}
      footer={
        <Button
          variant="primary"
          size="lg"
          onPress={() => {
            onChange(draft);
            onClose();
          }}
        >
          {count === undefined ? (
            <Trans>Show members</Trans>
          ) : (
            <Plural value={count} one="Show # member" other="Show # members" />
          )}
        </Button>
      }
    >
      <div className="grid gap-5 pt-2">
        <FilterFields search={draft} onDrag={setDraft} onChange={setDraft} />
        {onReset && (
          <Button
            variant="ghost"
            onPress={() => {
              onReset();
              onClose();
            }}
          >
            <Trans>Reset</Trans>
          </Button>
        )}
      </div>
    </BottomSheet>
  );
}
