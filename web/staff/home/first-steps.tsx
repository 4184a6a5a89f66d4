import { Card, Group, Text, Title } from '@mantine/core'
import { linkOptions } from '@tanstack/react-router'
import type { Home } from '@trunkshow/contract/home/schema.ts'
import { useId } from 'react'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { CheckIcon } from '../ui/page/icons.tsx'
import styles from './first-steps.module.css'

/** The steps in their order; `eventId` is the event whose link is to be shared. */
const stepsFor = (eventId: number | undefined) =>
  [
    {
      step: 'company',
      title: 'Name your company',
      hint: 'It appears on your pages and emails, and lets you invite your team.',
      label: 'Open Settings',
      link: linkOptions({ to: '/settings' }),
    },
    {
      step: 'event',
      title: 'Create your first event',
      hint: 'Set the days and hours. We make the time slots.',
      label: 'Create Event',
      link: linkOptions({ to: '/events', search: { create: true } }),
    },
    {
      step: 'booking',
      title: 'Share the link',
      hint: 'Copy it or print its QR code. This is done with the first booking.',
      label: 'Share',
      link: linkOptions({ to: '/events', search: { created: eventId } }),
    },
    {
      step: 'template',
      title: 'Make an order form',
      hint: 'Choose what you write down for each order, such as size and fabric.',
      label: 'Create Template',
      link: linkOptions({ to: '/orders', search: { tab: 'templates' } }),
    },
    {
      step: 'order',
      title: 'Take your first order',
      hint: 'For a guest’s booking, or for any customer.',
      label: 'Create Order',
      link: linkOptions({ to: '/orders', search: { create: true } }),
    },
  ] as const

/** What a new company does first, each ticked once it is done (docs/product.md, Home). */
export function FirstSteps({ done, eventId }: { done: Home['steps']; eventId: number | undefined }) {
  const titleId = useId()
  const steps = stepsFor(eventId)
  const toDo = steps.filter(({ step }) => !done[step])
  return (
    <Card component="section" p={0} mb="xl" aria-labelledby={titleId} className={styles.steps}>
      <Group
        component="header"
        gap="4px 16px"
        align="baseline"
        justify="space-between"
        px="lg"
        pt="md"
        pb="sm"
      >
        <Title order={2} id={titleId}>
          Get started
        </Title>
        <Text c="dimmed">
          {steps.length - toDo.length} of {steps.length} done
        </Text>
      </Group>
      <ol>
        {steps.map(({ step, title, hint, label, link }) => (
          <li key={step} data-done={done[step]}>
            <span className={styles.tick} role="img" aria-label={done[step] ? 'Done' : 'To do'}>
              {done[step] && <CheckIcon />}
            </span>
            <div>
              <Text component="h3" fw={done[step] ? 400 : 600}>
                {title}
              </Text>
              {!done[step] && <Text c="dimmed">{hint}</Text>}
            </div>
            {!done[step] && (
              <ButtonLink variant={step === toDo[0]?.step ? 'filled' : 'default'} {...link}>
                {label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
