import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { listFiles } from './listFiles.ts'

/** The pages whose headings are ids: behaviours of the product, threats and sections of the security design. */
export const idPages = { spec: 'docs/spec.md', security: 'docs/security-model.md' }

const testFile = /\.(test|e2e)\.tsx?$/
const sourceFile = /\.(ts|tsx|mts|css|md)$/
const id = String.raw`(?:T\d+|\d+\.\d+)`

/** Ids in square brackets in test titles: `test('[4.25, T21] …')`. */
export function readTitleIds(source: string): { id: string; title: string }[] {
  const uncommented = source.replace(/^\s*\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '')
  const titles = uncommented.matchAll(
    /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\)|`[^`]*`)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs,
  )
  return [...titles].flatMap(([, , title = '']) =>
    [...title.matchAll(new RegExp(String.raw`\[(${id}(?:[,\s]+${id})*)\]`, 'g'))].flatMap(
      ([, group = '']) => group.split(/[,\s]+/).map((found) => ({ id: found, title })),
    ),
  )
}

/** The ids at the start of a page's headings: `### 4.25`, `#### T21`. */
export const readHeadings = (page: string) =>
  new Set([...page.matchAll(new RegExp(`^#+ (${id})(?= |$)`, 'gm'))].map(([, found = '']) => found))

/** The ids in doc comments: `@source spec 4.25, 4.26; security 3.5, T21`. */
export function readCitations(source: string): { page: keyof typeof idPages; id: string }[] {
  return [...source.matchAll(/@source ([^\n]*)/g)].flatMap(([, text = '']) =>
    [...text.matchAll(new RegExp(String.raw`\b(spec|security) ((?:${id}[,\s]*)+)`, 'g'))].flatMap(
      ([, page, ids = '']) =>
        [...ids.matchAll(new RegExp(id, 'g'))].map(([found]) => ({
          page: page as keyof typeof idPages,
          id: found,
        })),
    ),
  )
}

type Tests = Map<string, Set<string>>

/** Maps each id to its test files. */
function findTests(root: string, files: readonly string[]): Tests {
  const tests: Tests = new Map()
  for (const file of files.filter((name) => testFile.test(name)))
    for (const found of readTitleIds(readFileSync(join(root, file), 'utf8')))
      tests.set(found.id, (tests.get(found.id) ?? new Set()).add(file))
  return tests
}

const testLine = /^Tests?: .*\n(?:\[.*\n)*/m

/** Writes the page of threats with a line of links to its tests below each threat. */
export function linkTests(page: string, tests: Tests): string {
  return page.replace(
    /^(#### (T\d+)\n\n)([\s\S]*?)(?=\n#|$(?![\s\S]))/gm,
    (_, heading: string, threat: string, body: string) => {
      const files = [...(tests.get(threat) ?? [])].sort()
      const text = body.replace(testLine, '').trimEnd()
      const links = files.map(
        (file) =>
          `[${file.replace(/^.*\//, '')}](${relative(dirname(idPages.security), file).replaceAll('\\', '/')})`,
      )
      return `${heading}${text}\n\nTests: ${links.length > 0 ? links.join(',\n') : 'none yet.'}\n`
    },
  )
}

/** The page of threats as generated, and as stored. */
export function linkedSecurityModel(root: string): { current: string; linked: string } {
  const current = readFileSync(join(root, idPages.security), 'utf8')
  return { current, linked: linkTests(current, findTests(root, listFiles(root))) }
}

/** @returns A problem for each id in a test title or after `@source` that no heading has. */
export function checkIds(root: string): string[] {
  const files = listFiles(root)
  const headings = Object.fromEntries(
    Object.entries(idPages).map(([page, path]) => [
      page,
      readHeadings(readFileSync(join(root, path), 'utf8')),
    ]),
  )
  const problems: string[] = []
  for (const file of files.filter((name) => sourceFile.test(name))) {
    const source = readFileSync(join(root, file), 'utf8')
    if (testFile.test(file))
      for (const found of readTitleIds(source)) {
        const page = found.id.startsWith('T') ? 'security' : 'spec'
        if (!headings[page]?.has(found.id))
          problems.push(`${file}: [${found.id}] in a title is no heading of ${idPages[page]}`)
      }
    for (const { page, id: cited } of readCitations(source))
      if (!headings[page]?.has(cited))
        problems.push(`${file}: @source ${page} ${cited} is no heading of ${idPages[page]}`)
  }
  const { current, linked } = linkedSecurityModel(root)
  if (current !== linked)
    problems.push(`${idPages.security}: the links to tests are out of date: run "npm run fix"`)
  return problems
}
