import type { ImportGraph } from './readImportGraph.ts'

/**
 * Finds the files that load one of `targets`, directly or through others, with the number of steps: 0 for the targets
 * themselves.
 */
export function findReaching(
  graph: ImportGraph,
  targets: readonly string[],
): ReadonlyMap<string, number> {
  const loaders = new Map<string, string[]>()
  for (const [path, { files }] of graph)
    for (const file of files) loaders.set(file, [...(loaders.get(file) ?? []), path])
  const steps = new Map(targets.map((path) => [path, 0]))
  // Iterating a map visits entries in insertion order, including those added meanwhile: nearest first.
  for (const [path, step] of steps)
    for (const loader of loaders.get(path) ?? [])
      if (!steps.has(loader)) steps.set(loader, step + 1)
  return steps
}
