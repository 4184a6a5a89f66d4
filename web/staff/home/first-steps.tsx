import { Card, Group, Text, Title } from '@mantine/core'
import type { Home } from '@trunkshow/contract/home/schema.ts'
import { useId } from 'react'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { CheckIcon } from '../ui/page/icons.tsx'
import styles from './first-steps.module.css'

type Step = keyof Home['steps']

const steps: Record<Step, { title: string; hint: string }> = {
  company: {
    title: 'Name your company',
    hint: 'It appears on your pages and emails, and lets you invite your team.',
  },
  event: { title: 'Create your first event', hint: 'Set the days and hours. We make the time slots.' },
  booking: {
    title: 'Share the link',
    hint: 'Copy it or print its QR code. This is done with the first booking.',
  },
  template: {
    title: 'Make an order form',
    hint: 'Choose what you write down for each order, such as size and fabric.',
  },
  order: { title: 'Take your first order', hint: 'For a guest’s booking, or for any customer.' },
}

/** What a new company does first, each ticked once it is done (docs/product.md, Home). */
export function FirstSteps({ done, eventId }: { done: Home['steps']; eventId: number | undefined }) {
  const titleId = useId()
  const all = Object.keys(steps) as Step[]
  const next = all.find((step) => !done[step])
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
          {all.filter((step) => done[step]).length} of {all.length} done
        </Text>
      </Group>
      <ol>
        {all.map((step) => (
          <li key={step} data-done={done[step]}>
            <span className={styles.tick} role="img" aria-label={done[step] ? 'Done' : 'To do'}>
              {done[step] && <CheckIcon />}
            </span>
            <div>
              <Text component="h3" fw={done[step] ? 400 : 600}>
                {steps[step].title}
              </Text>
              {!done[step] && <Text c="dimmed">{steps[step].hint}</Text>}
            </div>
            {!done[step] && <StepLink step={step} primary={step === next} eventId={eventId} />}
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface StepLinkProps {
  step: Step
  /** Whether it is the next one to do. */
  primary: boolean
  /** The event whose link is to be shared. */
  eventId: number | undefined
}

function StepLink({ step, primary, eventId }: StepLinkProps) {
  const look = { variant: primary ? 'filled' : 'default' }
  if (step === 'company')
    return (
      <ButtonLink to="/settings" {...look}>
        Open Settings
      </ButtonLink>
    )
  if (step === 'event')
    return (
      <ButtonLink to="/events" search={{ create: true }} {...look}>
        Create Event
      </ButtonLink>
    )
  if (step === 'booking')
    return (
      <ButtonLink to="/events" search={{ created: eventId }} {...look}>
        Share
      </ButtonLink>
    )
  if (step === 'template')
    return (
      <ButtonLink to="/orders" search={{ tab: 'templates' }} {...look}>
        Create Template
      </ButtonLink>
    )
  return (
    <ButtonLink to="/orders" search={{ create: true }} {...look}>
      Create Order
    </ButtonLink>
  )
}
