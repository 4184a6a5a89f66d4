import { variableNames } from '../../server/config.ts'

/** The caller's environment without what configures the app, so that a demo sends no email. */
export function surroundingsOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || variableNames.includes(name) ? [] : [[name, value]],
    ),
  )
}
