import { randomBytes } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import { projectOrigins, projects } from '../database/schema.ts'
import { parseListedOrigin } from './originRule.ts'

/** A project that may use this server, and its origins. */
export type Project = {
  readonly id: string
  readonly name: string
  readonly allowedOrigins: readonly string[]
  readonly isDevelopment: boolean
  readonly isAnalyticsEnabled: boolean
  readonly isDisabled: boolean
}

/** Reads a project. @returns undefined for an unknown one */
export async function getProject(queries: Queries, id: string): Promise<Project | undefined> {
  const rows = await queries
    .select()
    .from(projects)
    .leftJoin(projectOrigins, eq(projectOrigins.projectId, projects.id))
    .where(eq(projects.id, id))
    .orderBy(asc(projectOrigins.origin))
  return groupOrigins(rows)[0]
}

export async function listProjects(queries: Queries): Promise<Project[]> {
  const rows = await queries
    .select()
    .from(projects)
    .leftJoin(projectOrigins, eq(projectOrigins.projectId, projects.id))
    .orderBy(asc(projects.createdAt), asc(projects.id), asc(projectOrigins.origin))
  return groupOrigins(rows)
}

type JoinedRow = {
  projects: typeof projects.$inferSelect
  project_origins: typeof projectOrigins.$inferSelect | null
}

function groupOrigins(rows: readonly JoinedRow[]): Project[] {
  const found = new Map<string, Project & { allowedOrigins: string[] }>()
  for (const { project_origins: listed, projects: row } of rows) {
    const { createdAt: _, ...facts } = row
    const project = found.get(row.id) ?? { ...facts, allowedOrigins: [] }
    if (listed) project.allowedOrigins.push(listed.origin)
    found.set(row.id, project)
  }
  return [...found.values()]
}

/**
 * Creates a project, or updates the one with this id to the given state.
 * @returns Its id.
 * @throws when an origin or the id is malformed
 */
export async function saveProject(
  queries: Queries,
  {
    id = randomBytes(16).toString('hex'),
    isAnalyticsEnabled = false,
    isDevelopment = false,
    isDisabled = false,
    name,
    origins = [],
  }: saveProject.Parameters,
): Promise<string> {
  if (!/^[\w-]{1,128}$/.test(id)) {
    throw new Error(`"${id}" is not a project id: letters, digits, - and _, at most 128 of them.`)
  }
  const facts = { isAnalyticsEnabled, isDevelopment, isDisabled, name }
  const listed = [...new Set(origins.map(parseListedOrigin))]
  await queries.transaction(async (transaction) => {
    await transaction
      .insert(projects)
      .values({ id, ...facts })
      .onConflictDoUpdate({ target: projects.id, set: facts })
    await transaction.delete(projectOrigins).where(eq(projectOrigins.projectId, id))
    if (listed.length > 0) {
      await transaction
        .insert(projectOrigins)
        .values(listed.map((origin) => ({ projectId: id, origin })))
    }
  })
  return id
}

export declare namespace saveProject {
  type Parameters = {
    name: string
    /** @default 32 random hex digits */
    id?: string | undefined
    /** Exact, or `https://*.example.com`. @default none */
    origins?: readonly string[] | undefined
    /** Allows localhost, on any port. @default false */
    isDevelopment?: boolean | undefined
    /** Accepts usage events; the site must enable them too. @default false */
    isAnalyticsEnabled?: boolean | undefined
    /** A disabled project is refused everywhere. @default false */
    isDisabled?: boolean | undefined
  }
}

/** Adds an origin. @returns false when it is listed already. @throws when `origin` is malformed */
export async function addOrigin(
  queries: Queries,
  { origin, projectId }: { origin: string; projectId: string },
): Promise<boolean> {
  const added = await queries
    .insert(projectOrigins)
    .values({ projectId, origin: parseListedOrigin(origin) })
    .onConflictDoNothing()
    .returning({ origin: projectOrigins.origin })
  return added.length > 0
}

/** Removes an origin. @returns false when it is not listed. @throws when `origin` is malformed */
export async function removeOrigin(
  queries: Queries,
  { origin, projectId }: { origin: string; projectId: string },
): Promise<boolean> {
  const removed = await queries
    .delete(projectOrigins)
    .where(
      and(
        eq(projectOrigins.projectId, projectId),
        eq(projectOrigins.origin, parseListedOrigin(origin)),
      ),
    )
    .returning({ origin: projectOrigins.origin })
  return removed.length > 0
}
