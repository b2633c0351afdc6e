import { openTestDatabase } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shape } from './database.ts'
import { forgetOld } from './forgetOld.ts'
import { changes, codes, sessions, shares, spentTokens, tickets, txns, undos } from './schema.ts'

const day = 86_400_000
const at = Date.parse('2026-11-22T12:00:00Z')
let database: Awaited<ReturnType<typeof openTestDatabase<typeof shape.schema>>>
beforeAll(async () => {
  database = await openTestDatabase(shape, 'PGlite')
})
afterAll(() => database.close())

test('deletes each kind of row exactly when it has expired', async () => {
  const { queries } = database
  const sealed = { emailKid: '', emailBlob: '' }
  const who = { userId: 'u', deviceId: 'd', jkt: 'j' }
  const session = (sid: string, more: { absoluteUntil: number; revokedAt?: number }) => ({
    ...{ sid, ...who, amr: '', authAt: 0, tokenHash: sid, idleUntil: 0 },
    ...more,
  })
  const set = { ...who, changeId: 'c', walletId: 'w', epoch: 1, kid: '', edk: '', ct: '' }
  const wallet = { walletId: 'w', evm: '', sol: '', fp: '', epoch: 1, baseEpoch: 0 }
  // Of each pair, one expires at `at` and one a millisecond later.
  for (const [name, late] of [
    ['over', 0],
    ['kept', 1],
  ] as const) {
    const [now, yesterday] = [at + late, at - day + late]
    const times = { ...who, amr: '', authAt: 0, expiresAt: now }
    await queries.insert(tickets).values({ ticketHash: name, ...times })
    await queries.insert(spentTokens).values({ tokenHash: name, sid: 's', until: now })
    await queries.insert(undos).values({ tokenHash: name, userId: 'u', ...sealed, expiresAt: now })
    const code = { txnId: name, purpose: 'login', codeHmac: '' }
    await queries.insert(codes).values({ ...code, expiresAt: yesterday })
    await queries.insert(txns).values({
      ...{ txnId: name, kind: 'login', step: 'code', jkt: 'j', browser: '', networkHmac: '' },
      ...{ emailHmac: '', ...sealed, createdAt: 0, expiresAt: yesterday },
    })
    await queries
      .insert(sessions)
      .values([
        session(`${name} by time`, { absoluteUntil: yesterday }),
        session(`${name} by its end`, { absoluteUntil: at + day, revokedAt: yesterday }),
      ])
    await queries.insert(shares).values([
      { ...set, setId: name, kind: 'recovery', createdAt: yesterday },
      { ...set, setId: `kept in force ${late}`, kind: 'device', createdAt: 0, committedAt: 0 },
    ])
    await queries.insert(changes).values({
      ...{ changeId: name, ...who, ...wallet, mode: 'auto' },
      createdAt: at - 30 * day + late,
    })
  }
  await forgetOld(queries, at)
  const left = async (name: string, table: never, column: string) =>
    (await queries.select().from(table)).map((row) => `${name}: ${(row as never)[column]}`).sort()
  expect([
    ...(await left('ticket', tickets as never, 'ticketHash')),
    ...(await left('token', spentTokens as never, 'tokenHash')),
    ...(await left('undo', undos as never, 'tokenHash')),
    ...(await left('code', codes as never, 'txnId')),
    ...(await left('transaction', txns as never, 'txnId')),
    ...(await left('session', sessions as never, 'sid')),
    ...(await left('share', shares as never, 'setId')),
    ...(await left('change', changes as never, 'changeId')),
  ]).toEqual([
    ...['ticket: kept', 'token: kept', 'undo: kept', 'code: kept', 'transaction: kept'],
    ...['session: kept by its end', 'session: kept by time'],
    ...['share: kept', 'share: kept in force 0', 'share: kept in force 1', 'change: kept'],
  ])
})
