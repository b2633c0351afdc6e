import { type AccountName, isAccountLabel, nameMessage } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Queries } from '../database/apiDatabase.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { accountNames } from './nameTables.ts'
import { suggestLabels } from './suggestLabels.ts'
import { isSignedBy, type Owner, parseOwner } from './verifyOwner.ts'

/** The names that this server registers, all with one suffix. */
export type NameRegistry = {
  /** The names' end, without its dot: `names.example`. */
  readonly suffix: string
  /** Finds a name of this registry. */
  find(name: string): Promise<AccountName | undefined>
  /** Finds the names of an address, newest first. */
  findOf(address: string): Promise<AccountName[]>
  /** Suggests names like `label`, that one first. */
  suggest(label: string): Promise<{ name: string; registered: boolean }[]>
  /**
   * Registers a name, or changes the attributes of one that its owner has.
   * @throws {@link HttpError} 400 for an invalid message, 401 for another's signature, 409 for a taken name or too many
   *   names, 502 when a chain does not answer
   */
  register(claim: Claim): Promise<AccountName>
}

export type Claim = {
  readonly coinType: number
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** Time by which a message may be older or newer than now. */
const maxClockDifferenceMs = 60_000
/** Timestamps above this are milliseconds, not seconds: it is the year 5138 in seconds. */
const maxSeconds = 100_000_000_000

export function createNameRegistry({
  namesPerAddress,
  now = Date.now,
  queries,
  rpc,
  suffix,
}: {
  namesPerAddress: number
  /** Returns the time in ms since 1970. @default Date.now */
  now?: (() => number) | undefined
  queries: Queries
  rpc: ChainRpc
  suffix: string
}): NameRegistry {
  const find = async (name: string) => {
    if (!isAccountLabel(name.slice(0, -suffix.length - 1))) return undefined
    const [row] = await queries.select().from(accountNames).where(eq(accountNames.name, name))
    return row && toName(row)
  }
  return {
    suffix,
    find,
    async findOf(address) {
      const rows = await queries
        .select()
        .from(accountNames)
        .where(eq(accountNames.address, address))
        .orderBy(desc(accountNames.registeredAt), accountNames.name)
      return rows.map(toName)
    },
    async suggest(label) {
      const names = suggestLabels(label).map((one) => `${one}.${suffix}`)
      if (names.length === 0) return []
      const taken = await queries
        .select({ name: accountNames.name })
        .from(accountNames)
        .where(inArray(accountNames.name, names))
      const isTaken = new Set(taken.map(({ name }) => name))
      return names.map((name) => ({ name, registered: isTaken.has(name) }))
    },
    async register({ address, coinType, message, signature }) {
      const owner = parseOwner(coinType, address)
      if (owner === undefined) throw invalid('address', 'Address is invalid')
      const { attributes, name, signedAt } = readMessage(message, now(), suffix)
      if (!(await isSignedBy(rpc, owner, { coinType, message, signature })))
        throw new HttpError(401, 'unauthorized', 'The signature is not of this address')
      const row = { ...owner, attributes, name, signedAt }
      return toName(await storeName(queries, row, { namesPerAddress, now: new Date(now()) }))
    },
  }
}

type Row = typeof accountNames.$inferSelect

const toName = ({ address, attributes, coinType, name, registeredAt, updatedAt }: Row) => ({
  name,
  registeredAt: registeredAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  attributes,
  addresses: { [coinType]: { address, createdAt: registeredAt.toISOString() } },
})

/** Parses the signed text. @throws {@link HttpError} 400 */
function readMessage(text: string, now: number, suffix: string) {
  const { attributes, name: written, timestamp } = parseMessage(text)
  const name = written.toLowerCase()
  const end = `.${suffix}`
  if (!name.endsWith(end)) throw invalid('message', `The name does not end with ${end}`)
  if (!isAccountLabel(name.slice(0, -end.length)))
    throw invalid('message', 'A name has 4 to 63 letters, digits and hyphens')
  const signedAt = timestamp > maxSeconds ? timestamp : timestamp * 1000
  if (Math.abs(now - signedAt) > maxClockDifferenceMs)
    throw invalid('message', 'The timestamp is more than 60 s from now')
  return { attributes, name, signedAt: new Date(signedAt) }
}

function parseMessage(text: string) {
  try {
    return v.parse(nameMessage, JSON.parse(text))
  } catch {
    throw invalid('message', 'The message is not JSON with a name and a timestamp')
  }
}

const invalid = (field: string, message: string) =>
  new HttpError(400, field === 'address' ? 'address-invalid' : 'params-invalid', message, { field })

/** Stores a name for its owner; of two owners at once the first one has it. @throws {@link HttpError} 409 */
function storeName(
  queries: Queries,
  row: Owner & Pick<Row, 'attributes' | 'name' | 'signedAt'>,
  { namesPerAddress, now }: { namesPerAddress: number; now: Date },
): Promise<Row> {
  const { address, attributes, coinType, name, signedAt } = row
  return queries.transaction(async (tx) => {
    // One registration of an owner at a time, so that the count below holds.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`name:${address}`}, 0))`)
    const [present] = await tx.select().from(accountNames).where(eq(accountNames.name, name))
    if (present && (present.address !== address || present.coinType !== coinType)) throw taken()
    if (!present) {
      const own = await tx.$count(accountNames, eq(accountNames.address, address))
      if (own >= namesPerAddress)
        throw new HttpError(
          409,
          'limit-exceeded',
          `An address has at most ${namesPerAddress} names`,
        )
      const [stored] = await tx
        .insert(accountNames)
        .values({ ...row, registeredAt: now, updatedAt: now })
        .onConflictDoNothing()
        .returning()
      if (!stored) throw taken()
      return stored
    }
    const [changed] = await tx
      .update(accountNames)
      .set({ attributes, signedAt, updatedAt: now })
      .where(and(eq(accountNames.name, name), sql`${accountNames.signedAt} < ${signedAt}`))
      .returning()
    return changed ?? present
  })
}

const taken = () =>
  new HttpError(409, 'action-not-allowed', 'This name is taken', { field: 'message' })
