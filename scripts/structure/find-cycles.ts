import { facesRequests, features, type Import } from './tree.ts'

/** Features of one workspace that need each other at run time. */
export function findFeatureCycles(workspace: string, imports: Import[]): string[] {
  const featureOf = (path: string) => features.find((feature) => path.startsWith(`${workspace}/${feature}/`))
  const follow = (way: string[]): string[] => {
    const next = imports
      .filter(({ from, typeOnly }) => !typeOnly && !facesRequests(from) && featureOf(from) === way.at(-1))
      .map(({ to }) => featureOf(to))
      .filter((feature) => feature && feature !== way.at(-1))
    return [...new Set(next)].flatMap((feature) => {
      if (feature === way[0]) return [`${workspace}: ${[...way, feature].join(' → ')} is a cycle`]
      // Each cycle is reported once, from its first feature on.
      return way.includes(feature!) || features.indexOf(feature!) < features.indexOf(way[0]!)
        ? []
        : follow([...way, feature!])
    })
  }
  return features.flatMap((feature) => follow([feature]))
}
