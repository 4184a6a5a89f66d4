import { Box, Checkbox, Group, Kbd, Text } from '@mantine/core'
import { Fragment } from 'react'
import { Dialog } from '../ui/dialog/dialog.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { useStoredChoice } from '../ui/page/use-stored-choice.ts'
import { QuietText } from '../ui/page/words.tsx'
import { shortcuts, shortcutsOffKey } from './shortcuts.ts'

const search = { keys: ['Ctrl K'], label: 'Search everything' }

/** The keyboard shortcuts, and a switch that turns the single keys off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [off, setOff] = useStoredChoice(shortcutsOffKey, false)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Box component="dl" mb="lg" className={surfaces.lines}>
        {[search, ...shortcuts].map(({ keys, label }) => (
          <Group key={label} justify="space-between">
            <Text component="dt" c="bright">
              {label}
            </Text>
            <QuietText component="dd">
              {keys.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && ' then '}
                  <Kbd
                    size="md"
                    ff="inherit"
                    fw={400}
                    display="inline-block"
                    miw={28}
                    px="xs"
                    py={2}
                    c="bright"
                    bd="1px solid var(--line-strong)"
                  >
                    {key}
                  </Kbd>
                </Fragment>
              ))}
            </QuietText>
          </Group>
        ))}
      </Box>
      <Checkbox
        label="Use single keys as shortcuts"
        description="Ctrl K always works. This browser keeps your choice."
        checked={!off}
        onChange={({ currentTarget: { checked } }) => setOff(!checked)}
      />
    </Dialog>
  )
}
