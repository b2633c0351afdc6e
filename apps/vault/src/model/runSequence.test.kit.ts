import fc from 'fast-check'
import { createAttacker } from './attacker.test.kit.ts'
import { expectUntouched } from './expectUntouched.test.kit.ts'
import type { ModelKey, ModelVault } from './openModelVault.test.kit.ts'
import { createVictim } from './victim.test.kit.ts'

const pick = <item>(list: readonly item[], index: number): item => list[index % list.length]!

/** Step numbers below this are the honest user's, the others the attacker's. */
const honest = 11
/** New devices are drawn twice as often, since most checks of the vault are about them. */
const isNewDevice = (which: number) => which === 0 || which === 8
const isRevocation = (which: number) => which === 1 || which === 9
const nat = fc.nat(9999)
/** A step, and three numbers that choose among the available targets. */
const step = fc.tuple(fc.nat(30), nat, nat, nat)
export const sequence = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 25 }),
  /** Sends each call through the whole app with a proof, which takes twice as long. */
  isWhole: fc.nat(9).map((n) => n === 0),
})
type Sequence = typeof sequence extends fc.Arbitrary<infer value> ? value : never

/**
 * Runs a sequence with a new user and a new attacker, and checks the state after every step.
 * @param isAsserted - a user whom the vault knows by A's word alone: then the attacker has devices, and A is honest
 * @throws Breach
 */
export async function runSequence(
  { keys, vault }: { vault: ModelVault; keys: readonly ModelKey[] },
  { isWhole, steps }: Sequence,
  { isAsserted = false } = {},
): Promise<void> {
  const [own, theirs] = [keys.slice(0, 3), keys.slice(3)]
  vault.mails.length = 0
  vault.mode.isWhole = isWhole
  const victim = createVictim(vault, { isAsserted })
  const attacker = createAttacker(vault, victim, { keys: own })
  let next = 0
  await victim.logIn(theirs[next++]!)
  if (victim.sets.size !== 2) throw new Error('The user could not make a wallet')
  await attacker.begin()
  let user = await expectUntouched(vault, victim, undefined)
  for (const [which, a, b, c] of steps) {
    const device = pick(victim.live(), a)
    if (which >= honest)
      await pick(isAsserted ? attacker.thief : attacker.acts, which - honest)(a, b, c)
    else if (isNewDevice(which) && next < theirs.length) {
      await victim.logIn(theirs[next++]!)
      // The new device is stolen later, after its approval expired, with its unfinished change.
      const [last, half] = [victim.live().length - 1, Math.max(0, victim.halfway.length - 1)]
      await attacker.tryMailbox(last, b)
      if (c % 3 === 0) await attacker.tryStolenDevice(last, 6 * b, half)
    } else if (isRevocation(which) && device && victim.live().length > 1) {
      await victim.revoke(device)
      await attacker.comeBack(a, b, c)
    } else if (which === 2 && device) await victim.registerPasskey(device)
    else if (which === 3 && device) await victim.prepare(device)
    else if (which === 4 && device) await victim.signOut(device)
    else if (which === 5) await victim.unfreeze()
    else if (which === 6) vault.clock.nowMs += pick([1000, 31_000, 1_801_000], b)
    else if (which === 10 && device) await victim.enrolCode(device)
    else if (which === 7) {
      const mail = pick(
        vault.mails.filter(({ to }) => to === victim.email),
        b,
      )
      if (mail) await victim.deny(mail.token)
    }
    user = await expectUntouched(vault, victim, user)
  }
}
