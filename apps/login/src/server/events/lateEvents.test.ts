import type { VaultEvent } from '@foyer/protocol/vault'
import { vaultFreeze } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freeze, unfreeze } from '../account/freeze.ts'
import { isFrozen, readUser } from '../account/readAccount.ts'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import { newAddress } from '../startTestLogin.test.kit.ts'
import { applyVaultEvent } from './vaultEvents.ts'

const dayMs = 86_400_000
/** `late`: an event of the vault arrives, the oldest or any later one. */
const acts = ['freeze', 'freeze at the vault', 'ask', 'click', 'late', 'a day passes'] as const
const step = fc.tuple(fc.constantFrom(...acts), fc.nat(20))

describe.each(testEngines)('a freeze at the login server, on %s', (engine) => {
  let servers: TestServers
  beforeAll(async () => {
    servers = await createTestServers(engine)
  })
  afterAll(() => servers?.stop())

  test('has begun again by the last freeze, in whatever order the events of the vault arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const { services, vault } = servers
        const email = newAddress()
        servers.clock.addMs += 31_000
        const { caller, session } = await servers.logIn(email)
        const { userId } = session!
        const late: VaultEvent[] = []
        const deliver = async (n: number) => {
          const [event] = late.splice(n % Math.max(1, late.length), 1)
          if (event) await applyVaultEvent(services, event)
        }
        /** Whether the last act was a freeze, and the login server has to know of it by now. */
        let last: 'here' | 'there' | 'end' = 'end'
        const requireFrozen = async () => {
          const user = await readUser(services, userId)
          expect([isFrozen(user, servers.now()), user.unfreezeAt]).toEqual([true, null])
        }
        for (const [act, n] of steps) {
          servers.clock.addMs += 31_000
          if (act === 'freeze') {
            await freeze(services, session!)
            last = 'here'
          } else if (act === 'freeze at the vault') {
            await vault.call(vaultFreeze, { userId })
            last = last === 'here' ? last : 'there'
          } else if (act === 'ask') {
            const proved = { ...session!, steppedUpUntil: servers.now() + 1000 }
            await unfreeze(services, proved, caller).catch((error: unknown) => {
              // Too many mails.
              expect(error).toBeInstanceOf(HttpError)
            })
          } else if (act === 'click') {
            const mail = servers.inbox(email, { login: 0, vault: 0 }).vault.at(-1)
            if (mail && (await vault.decide(servers.tokenOf(mail))) === 'approved') last = 'end'
          } else if (act === 'late') await deliver(n)
          else servers.clock.addMs += dayMs
          late.push(...vault.events.splice(0))
          if (last === 'here') await requireFrozen()
        }
        for (const [, n] of [...steps, ...steps, ...steps]) await deliver(n)
        while (late.length > 0) await deliver(0)
        if (last !== 'end') await requireFrozen()
      }),
      {
        numRuns: Number(process.env.MODEL_RUNS ?? 60),
        examples: [
          [
            [
              ['ask', 0],
              ['click', 0],
              ['freeze', 0],
              ['late', 0],
            ],
          ],
          [
            [
              ['freeze', 0],
              ['ask', 0],
              ['click', 0],
              ['freeze', 0],
            ],
          ],
          [
            [
              ['freeze', 0],
              ['ask', 0],
              ['click', 0],
              ['freeze at the vault', 0],
              ['late', 1],
            ],
          ],
        ],
      },
    )
  })

  test('ends if the last act was the approval of its end, and the events arrive in order', async () => {
    const { services, vault } = servers
    const email = newAddress()
    const { caller, session } = await servers.logIn(email)
    const { userId } = session!
    for (const times of [1, 2]) {
      servers.clock.addMs += 31_000
      for (let time = 0; time < times; time++) await freeze(services, session!)
      const proved = { ...session!, steppedUpUntil: servers.now() + 1000 }
      await unfreeze(services, proved, caller)
      const mail = servers.inbox(email, { login: 0, vault: 0 }).vault.at(-1)!
      expect(await servers.decide(mail)).toBe('approved')
      expect((await readUser(services, userId)).unfreezeAt).toBeGreaterThan(servers.now())
      servers.clock.addMs += dayMs
      expect(vault.events).toEqual([])
      expect(isFrozen(await readUser(services, userId), servers.now())).toBe(false)
    }
  })
})
