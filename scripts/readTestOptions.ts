const allProjects = ['node', 'browser', 'e2e']

export type TestOptions = {
  readonly projects: readonly string[]
  readonly isChanged: boolean
  readonly isUnit: boolean
  /** Seed for the order of the files; undefined: the usual order. */
  readonly shuffleSeed: number | undefined
  /** The commit to compare with. */
  readonly since: string | undefined
  /** Paths and options for Vitest. */
  readonly rest: readonly string[]
}

/** Parses the options of `npm test`; Vitest receives the others. */
export function readTestOptions(args: readonly string[]): TestOptions {
  const projects: string[] = []
  const rest: string[] = []
  let since: string | undefined
  const words = args.flatMap((word) => {
    const [, name, value] = /^(--(?:project|since))=(.*)$/.exec(word) ?? []
    return name === undefined || value === undefined ? [word] : [name, value]
  })
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    if (word === '--project') projects.push(words[++i] ?? '')
    else if (word === '--since') since = words[++i]
    else if (!['--changed', '--shuffle', '--unit'].includes(word)) rest.push(word)
  }
  const unknown = projects.find((name) => !allProjects.includes(name))
  if (unknown !== undefined)
    throw new Error(`there is no test project "${unknown}": ${allProjects.join(', ')}`)
  return {
    projects: projects.length > 0 ? projects : allProjects,
    isChanged: words.includes('--changed') || since !== undefined,
    isUnit: words.includes('--unit'),
    shuffleSeed: words.includes('--shuffle') ? Math.floor(Math.random() * 1_000_000) : undefined,
    since,
    rest,
  }
}
