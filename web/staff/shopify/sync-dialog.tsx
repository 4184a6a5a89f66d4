import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { useId } from 'react'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { ButtonLink } from '../ui/page/page-header.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietButton, QuietText } from '../ui/page/words.tsx'
import { isRunning, reasonAgainstStore, storeQuery, syncQuery, useStartSync } from './queries.ts'

/** Imports the store's catalog: shows what it does, its progress, and the products it couldn't import. */
export function SyncDialog({ onClose }: { onClose: () => void }) {
  const { data: store } = useQuery(storeQuery())
  const { data: sync } = useQuery(syncQuery())
  const start = useStartSync()
  const running = Boolean(sync && isRunning(sync))
  return (
    <Dialog title="Import from Shopify" onClose={onClose}>
      <QuietText>
        Imports products from Shopify and updates matches by ID or SKU. Products and photos that exist only
        here aren’t changed.
      </QuietText>
      {sync === undefined ? <Skeleton height={80} /> : sync && <Progress sync={sync} />}
      <DialogButtons>
        {store && !store.connected && (
          <ButtonLink to="/settings" variant="default">
            Settings
          </ButtonLink>
        )}
        <QuietButton onClick={onClose}>Close</QuietButton>
        <ReasonButton
          reason={reasonAgainstStore(store) ?? (running ? 'An import is running.' : null)}
          disabled={start.isPending}
          onClick={() => start.mutate(undefined)}
        >
          {running ? 'Importing...' : 'Import now'}
        </ReasonButton>
      </DialogButtons>
    </Dialog>
  )
}

function Progress({ sync }: { sync: Operation }) {
  const labelId = useId()
  const { progress, message, state } = sync
  const { problems = [], pictures } = progress ?? {}
  const { seen = 0, total = null } = pictures ?? progress ?? {}
  return (
    <Stack gap="xs" mt="md">
      <Text id={labelId} role="status" c={state === 'failed' ? 'bad' : undefined}>
        {isRunning(sync)
          ? total === null
            ? message
            : `${seen.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${pictures ? 'pictures' : 'products'}`
          : message}
      </Text>
      {isRunning(sync) && (
        <>
          <progress
            max={total ?? undefined}
            value={total === null ? undefined : seen}
            aria-labelledby={labelId}
          />
          <QuietText>You can close this. The import keeps running.</QuietText>
        </>
      )}
      {problems.length > 0 && (
        <Stack
          component="ul"
          gap={0}
          mah={200}
          style={{ overflow: 'auto' }}
          className={surfaces.sheet}
          aria-label="What couldn’t be imported"
        >
          {problems.map(({ name, message }) => (
            <Text key={`${name} ${message}`} component="li" px="sm" py="xs">
              <strong>{name}</strong> {message}
            </Text>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
