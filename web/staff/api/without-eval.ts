import { config } from 'zod'

/**
 * Imported before all schemas: zod would try once whether it may compile them, which the content security policy
 * refuses and browsers report as an issue.
 */
config({ jitless: true })
