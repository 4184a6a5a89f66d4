import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import surfaces from './surfaces.module.css'

interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  /** The back link, above the title. */
  back?: ReactNode
  /** The page's buttons, primary one last. */
  children?: ReactNode
}

/** The header of every staff page; the title is also the browser tab's. */
export function PageHeader({ title, subtitle, back, children }: PageHeaderProps) {
  usePageTitle(title)
  return (
    <Box component="header" mb="lg">
      {back && (
        <Box mt="-xs" ml="-xs" mb="xs">
          {back}
        </Box>
      )}
      <Group gap="md" align="flex-start">
        <Box flex="1 1 240px" miw={0}>
          <Title order={1}>{title}</Title>
          {subtitle && (
            <Text mt={4} c="dimmed">
              {subtitle}
            </Text>
          )}
        </Box>
        {children && <Group className={surfaces.wide}>{children}</Group>}
      </Group>
    </Box>
  )
}

/** Sets the browser tab's title. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Trunkshow`
  }, [title])
}
