import { variableNames } from '../../server/config.ts'

/**
 * The caller's environment, such as HOME and npm's settings, without what configures the app: a demo sends no email and
 * stores nothing where the caller's app does.
 */
export function surroundingsOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || variableNames.includes(name) ? [] : [[name, value]],
    ),
  )
}
