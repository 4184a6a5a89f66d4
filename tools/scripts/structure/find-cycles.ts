import { facesRequests, features, type Import } from './tree.ts'

/** Features of one workspace that import each other at run time. */
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

/** Files that import each other, directly or through others, types included. Each cycle is reported once, at its shortest. */
export function findFileCycles(imports: Import[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to])
  const reported = new Set<string>()
  return [...targets.keys()].sort().flatMap((file) => {
    const way = reported.has(file) ? undefined : findWayBack(file, targets)
    for (const path of way ?? []) reported.add(path)
    return way ? [`${way.join(' → ')} is a cycle`] : []
  })
}

function findWayBack(file: string, targets: Map<string, string[]>): string[] | undefined {
  const previous = new Map<string, string>()
  const queue = [file]
  for (const path of queue) {
    for (const target of targets.get(path) ?? []) {
      if (target === file) {
        const way = [file]
        for (let step = path; step !== file; step = previous.get(step)!) way.unshift(step)
        return [file, ...way]
      }
      if (previous.has(target)) continue
      previous.set(target, path)
      queue.push(target)
    }
  }
  return undefined
}
