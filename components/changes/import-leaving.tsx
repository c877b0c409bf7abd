'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useLeaving, type WayOut } from './use-leaving';

/** Asks before the page is left while something is unticked or typed that was not applied. */
export function ImportLeaving({ isOn }: { isOn: boolean }) {
  const router = useRouter();
  const [way, setWay] = useState<WayOut | null>(null);
  const letThrough = useLeaving(isOn, setWay);
  const leave = () => {
    if (way === null) return;
    letThrough();
    setWay(null);
    if ('href' in way) router.push(way.href);
    else window.navigation.traverseTo(way.key);
  };
  return (
    <Dialog
      isOpen={way !== null}
      title="Leave this page?"
      onClose={() => setWay(null)}
      footer={
        <>
          <Button data-autofocus="" onPress={() => setWay(null)}>
            Stay here
          </Button>
          <Button variant="primary" onPress={leave}>
            Leave
          </Button>
        </>
      }
    >
      <p>The file was not applied. What you ticked or unticked and the reason will be lost.</p>
    </Dialog>
  );
}
