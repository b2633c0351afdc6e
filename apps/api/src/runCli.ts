import { parseArgs } from 'node:util'
import { readOwn } from '@foyer/protocol'
import { openDatabase } from '@foyer/server/database'
import { readConfig } from './config.ts'
import { apiDatabase, type Database } from './database/apiDatabase.ts'
import { importWallets } from './directory/importWallets.ts'
import { readWalletFile } from './directory/readWalletFile.ts'
import {
  addOrigin,
  getProject,
  listProjects,
  type Project,
  removeOrigin,
  saveProject,
} from './projects/projects.ts'

const usage = `Usage:
  project create <name> [--id <id>] [--origin <origin>]… [--development] [--analytics]
  project list
  project disable <id> | project enable <id>
  origin add <project> <origin> | origin remove <project> <origin> | origin list <project>
  wallets import <file>

An origin is https://example.com or https://*.example.com. The database is the server's own:
DATABASE_URL, else the folder DATA_DIR (stop the server first: a folder is open in one process only).`

/** Thrown when a command can not be executed; the message says why. */
class Refusal extends Error {}

type Command = (database: Database, words: string[], options: Options) => Promise<string>
type Options = { analytics: boolean; development: boolean; id?: string; origin: string[] }

const commands: Readonly<Record<string, Command>> = {
  async 'project create'({ queries }, words, options) {
    const [name] = readWords(words, 'name')
    if (options.id !== undefined && (await getProject(queries, options.id))) {
      throw new Refusal(`There is a project ${options.id} already.`)
    }
    const id = await saveProject(queries, {
      name,
      id: options.id,
      origins: options.origin,
      isAnalyticsEnabled: options.analytics,
      isDevelopment: options.development,
    })
    return `Created project ${name}\n${describe((await getProject(queries, id))!)}`
  },
  async 'project list'({ queries }, words) {
    readWords(words)
    const projects = await listProjects(queries)
    return projects.length === 0 ? 'No projects yet.' : projects.map(describe).join('\n\n')
  },
  'project disable': (database, words) => setDisabled(database, words, true),
  'project enable': (database, words) => setDisabled(database, words, false),
  async 'origin add'({ queries }, words) {
    const [projectId, origin] = readWords(words, 'project', 'origin')
    await known({ queries }, projectId)
    const isNew = await addOrigin(queries, { projectId, origin })
    return isNew ? `Added ${origin} to ${projectId}.` : `${origin} was on the list already.`
  },
  async 'origin remove'({ queries }, words) {
    const [projectId, origin] = readWords(words, 'project', 'origin')
    await known({ queries }, projectId)
    if (!(await removeOrigin(queries, { projectId, origin }))) {
      throw new Refusal(`${origin} is not on the list of ${projectId}.`)
    }
    return `Removed ${origin} from ${projectId}.`
  },
  async 'origin list'({ queries }, words) {
    const [projectId] = readWords(words, 'project')
    const { allowedOrigins } = await known({ queries }, projectId)
    return allowedOrigins.length === 0 ? 'No origins yet.' : allowedOrigins.join('\n')
  },
  async 'wallets import'({ queries }, words) {
    const [file] = readWords(words, 'file')
    const rows = await readWalletFile(file)
    return `Imported ${await importWallets(queries, { isBuiltIn: false, rows })} wallets.`
  },
}

/** Checks the number of arguments. @throws {@link Refusal} for missing or additional ones */
function readWords<const names extends readonly string[]>(
  words: readonly string[],
  ...names: names
): { [place in keyof names]: string } {
  if (words.length !== names.length || words.some((word) => word === '')) {
    const wanted = names.length === 0 ? 'nothing' : names.map((name) => `<${name}>`).join(' ')
    throw new Refusal(`This command takes ${wanted}.\n\n${usage}`)
  }
  return words as never
}

async function known({ queries }: Pick<Database, 'queries'>, id: string): Promise<Project> {
  const project = await getProject(queries, id)
  if (project === undefined) throw new Refusal(`There is no project ${id}. See: project list`)
  return project
}

async function setDisabled(
  { queries }: Database,
  words: string[],
  isDisabled: boolean,
): Promise<string> {
  const [id] = readWords(words, 'id')
  const project = await known({ queries }, id)
  await saveProject(queries, { ...project, origins: project.allowedOrigins, isDisabled })
  return `${isDisabled ? 'Disabled' : 'Enabled'} ${project.name}.`
}

function describe(project: Project): string {
  const flags = [
    project.isDisabled && 'disabled',
    project.isDevelopment && 'development (localhost may use it)',
    project.isAnalyticsEnabled ? 'analytics on' : 'analytics off',
  ].filter(Boolean)
  return [
    `  projectId  ${project.id}`,
    `  name       ${project.name}`,
    `  origins    ${project.allowedOrigins.join(', ') || 'none'}`,
    `  flags      ${flags.join(', ')}`,
  ].join('\n')
}

/**
 * Runs one of the operator's commands.
 *
 * @param args - The command's arguments and options.
 * @param env - The server's environment.
 * @returns The text to print.
 * @throws Error whose message says what was wrong
 */
export async function runCli(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      analytics: { type: 'boolean', default: false },
      development: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      id: { type: 'string' },
      origin: { type: 'string', multiple: true, default: [] },
    },
  })
  const [noun = '', verb = '', ...words] = positionals
  const command = readOwn(commands, `${noun} ${verb}`)
  if (values.help) return usage
  if (command === undefined) throw new Refusal(usage)
  const { database: location } = await readConfig(env)
  const database = await openDatabase(apiDatabase, location!)
  try {
    return await command(database, words, values as Options)
  } finally {
    await database.close()
  }
}
