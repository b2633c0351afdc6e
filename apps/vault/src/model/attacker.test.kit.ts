import { randomUUID } from 'node:crypto'
import {
  createReleaseKey,
  type PasskeyEvidence,
  passkeyChallenge,
  passkeyList,
  passkeyOptions,
  passkeyRegister,
  passkeyRemove,
  recoveryCommit,
  recoveryContactAdd,
  recoveryFactorList,
  recoveryFactorPut,
  recoveryFactorRemove,
  recoveryForget,
  recoveryKey,
  recoveryPrepare,
  recoveryRelease,
  type WalletFacts,
} from '@foyer/protocol/custody'
import {
  vaultBindContact,
  vaultChangeContact,
  vaultConfirmDevice,
  vaultEndSessions,
  vaultForgetDevice,
  vaultFreeze,
  vaultKeepContacts,
  vaultRemoveContact,
  vaultRestoreContact,
  vaultSendLink,
  vaultUnfreeze,
} from '@foyer/protocol/vault'
import { newFacts } from '../createTestWallet.test.kit.ts'
import type { ModelAnswer, ModelKey, ModelToken, ModelVault } from './openModelVault.test.kit.ts'
import { createSoftPasskey, type SoftPasskey } from './softPasskey.test.kit.ts'
import { newChange, type Victim } from './victim.test.kit.ts'

/** An event that must never happen. */
export class Breach extends Error {
  override readonly name = 'Breach'
}

const pick = <item>(list: readonly item[], index: number): item => list[index % list.length]!

type Who = { key: ModelKey; token: ModelToken }

/** An unused id of the right form. */
const nobodys = () => randomUUID()

/**
 * An attacker who controls all of A: its service secret, its token keys, every id that it saw. Also has accounts, keys,
 * passkeys and a mailbox of their own, and the keys and last tokens of devices that the victim revoked or that were
 * stolen.
 */
export function createAttacker(
  vault: ModelVault,
  victim: Victim,
  { keys }: { keys: readonly ModelKey[] },
) {
  const email = `${randomUUID()}@attacker.example`
  const users = [randomUUID(), randomUUID()]
  const wallets: WalletFacts[] = [newFacts(), newFacts()]
  const known = { setIds: [] as string[], changeIds: [] as string[] }
  const passkeys: SoftPasskey[] = []
  /** Challenges that the vault issued. */
  const challenges: { challenge: string; key: ModelKey; userId: string }[] = []

  const isVictims = (userId: string) => userId === victim.userId
  const expectRefused = (what: string, { body, status }: ModelAnswer) => {
    if (status < 400) throw new Breach(`${what}: ${status} ${JSON.stringify(body)}`)
  }
  const userOf = (index: number) =>
    pick([victim.userId, victim.userId, victim.userId, ...users, nobodys()], index)
  const walletOf = (index: number): WalletFacts => {
    const own = pick(wallets, index)
    const { wallet } = victim.state
    return pick([wallet, { ...wallet, epoch: wallet.epoch + 1 }, own, newFacts()], index)
  }
  const revoked = () => victim.devices.filter(({ isRevoked }) => isRevoked)
  /** The attacker's own keys, and those of revoked devices. */
  const keyOf = (index: number): ModelKey =>
    pick([...keys, ...revoked().map(({ key }) => key)], index)
  const setOf = (index: number) =>
    pick([victim.state.recoverySetId || nobodys(), ...victim.seen.setIds, ...known.setIds], index)
  const changeOf = (index: number) =>
    pick([nobodys(), ...known.changeIds, ...victim.seen.changeIds], index)
  const as = (userId: string, key: ModelKey) => ({ key, token: vault.token(userId, key) })

  const release = async (
    { key, token }: { key: ModelKey; token: ModelToken },
    {
      evidence,
      isVerify = false,
      setId,
      wallet,
    }: { wallet: WalletFacts; setId: string; isVerify?: boolean; evidence?: PasskeyEvidence },
  ) => {
    const { epk } = await createReleaseKey()
    return vault.call(
      recoveryRelease,
      {
        ...{ wallet, setId, rid: randomUUID(), epk },
        purpose: isVerify ? 'verify' : 'recover',
        ...(evidence && { evidence }),
      },
      { key, token },
    )
  }
  const expectNoShare = (setId: string, answer: ModelAnswer) => {
    if (victim.seen.setIds.includes(setId)) expectRefused('a share of the victim', answer)
  }

  const challenge = async (userId: string, key: ModelKey) => {
    const { body } = await vault.ask(passkeyChallenge, { userId }, key)
    const options = body.options as { challenge: string; allowCredentials: unknown[] }
    if (isVictims(userId) && options.allowCredentials.length > 0)
      throw new Breach('names of the victim’s passkeys')
    challenges.push({ challenge: options.challenge, key, userId })
    return options.challenge
  }

  const register = async (userId: string, key: ModelKey, given: string | undefined) => {
    const passkey = await createSoftPasskey()
    const registration = passkey.register(given ?? randomUUID())
    const answer = await vault.ask(passkeyRegister, { userId, registration }, key)
    if (isVictims(userId)) expectRefused('a passkey for the victim', answer)
    if (answer.status === 200) passkeys.push(passkey)
  }

  /** Changes of the factors that open a recovery key, without the answer that the factor gives. */
  const changesOfFactors = (walletId: string) => {
    const [keyId, answer] = ['A'.repeat(43), 'A'.repeat(43)]
    const kept = { wrapped: 'AAAA', kdf: { salt: 'AAAA' }, createdAt: 0 }
    const factor = { id: 'mine', mode: 'passkey', ...kept } as const
    return [
      (who: Who) => vault.call(recoveryFactorPut, { walletId, keyId, answer, factor }, who),
      (who: Who) => vault.call(recoveryFactorRemove, { walletId, keyId, answer, id: 'code' }, who),
    ] as const
  }

  /** Calls that a device of the wallet may make without more evidence. */
  const callAsVictim = async (who: { key: ModelKey; token: ModelToken }, index: number) => {
    const { recoverySetId: setId, wallet } = victim.state
    const { walletId } = wallet
    const change = newChange({ ...wallet, epoch: wallet.epoch + 1 }, victim.state.mode)
    expectRefused(
      'a call for the victim',
      await pick(
        [
          () => vault.call(recoveryKey, { walletId }, who),
          () => vault.call(recoveryForget, { walletId, setIds: [setId] }, who),
          () => vault.call(recoveryPrepare, change, who),
          () => release(who, { setId, wallet }),
          () => vault.ask(passkeyList, { userId: victim.userId }, who.key),
          () => vault.ask(recoveryFactorList, { userId: victim.userId }, who.key),
          ...changesOfFactors(walletId).map((change) => () => change(who)),
        ],
        index,
      )(),
    )
  }

  /** All attacks, one step each; the numbers choose among the available targets. */
  const acts: ((a: number, b: number, c: number) => Promise<void>)[] = [
    async function putSets(a, b, c) {
      const [userId, key] = [userOf(a), keyOf(b)]
      const change = newChange(walletOf(c), 'auto', 1 + ((a + b) % 2))
      if (c % 5 === 0) change.sets[0]!.setId = setOf(a + c)
      known.setIds.push(...change.sets.map(({ setId }) => setId))
      known.changeIds.push(change.changeId)
      const prepared = await vault.call(recoveryPrepare, change, as(userId, key))
      if (isVictims(userId)) expectRefused('sets for the victim', prepared)
      await vault.call(recoveryCommit, { changeId: change.changeId }, as(userId, key))
    },
    async function commit(a, b, c) {
      const who = as(userOf(a), keyOf(b))
      await vault.call(recoveryCommit, { changeId: changeOf(c) }, who)
    },
    /** Gives an own user the victim's wallet, and calls for the victim with the same key. */
    async function copyWallet(a, b, c) {
      const [userId, key] = [pick(users, a), pick(keys, b)]
      const change = newChange({ ...victim.state.wallet, epoch: 1 + (c % 3) })
      known.setIds.push(...change.sets.map(({ setId }) => setId))
      known.changeIds.push(change.changeId)
      await vault.service(vaultBindContact, { kind: 'asserted', userId })
      await vault.call(recoveryPrepare, change, as(userId, key))
      await vault.call(recoveryCommit, { changeId: change.changeId }, as(userId, key))
      await callAsVictim(as(victim.userId, key), a + b + c)
    },
    /** Uses a token that A made for a device of the victim, with the proof of another key. */
    async function borrowToken(a, b, c) {
      const device = pick(victim.live(), a)
      if (!device) return
      await callAsVictim({ key: pick(keys, b), token: vault.token(victim.userId, device.key) }, c)
    },
    async function forget(a, b, c) {
      const { epoch, walletId } = walletOf(c)
      const setIds = [setOf(a), setOf(b + c), ...victim.seen.setIds.slice(-8)]
      const body = { walletId, setIds, ...(c % 3 === 0 && { before: epoch + 1 }) }
      await vault.call(recoveryForget, body, as(userOf(a), keyOf(b)))
    },
    async function readKey(a, b, c) {
      const userId = userOf(a)
      const changeId = c % 3 === 0 ? changeOf(c) : undefined
      const body = { walletId: walletOf(c).walletId, ...(changeId && { changeId }) }
      const answer = await vault.call(recoveryKey, body, as(userId, keyOf(b)))
      if (isVictims(userId)) expectRefused('the recovery key of the victim', answer)
    },
    async function stealShare(a, b, c) {
      const setId = setOf(c)
      const wallet = c % 2 === 0 ? victim.state.wallet : walletOf(a + c)
      const who = as(userOf(a), keyOf(b))
      expectNoShare(setId, await release(who, { setId, wallet, isVerify: (a + b) % 4 === 0 }))
    },
    async function stealShareByPasskey(a, b, c) {
      const [userId, key] = [userOf(a), keyOf(b)]
      const passkey = pick(passkeys, c)
      if (!passkey) return
      const assertion = await passkey.assert(await challenge(userId, key))
      // Presents items of an own account as the victim's.
      const who = as(c % 2 === 0 ? victim.userId : userId, key)
      const setId = victim.state.recoverySetId || nobodys()
      const evidence = { kind: 'passkey', assertion } as const
      expectNoShare(setId, await release(who, { setId, wallet: victim.state.wallet, evidence }))
    },
    async function addPasskey(a, b) {
      const [userId, key] = [userOf(a), keyOf(b)]
      const { body, status } = await vault.ask(passkeyOptions, { userId }, key)
      if (isVictims(userId)) expectRefused('options for the victim', { body, status, code: '' })
      const given = (body.options as { challenge: string } | undefined)?.challenge
      if (given) challenges.push({ challenge: given, key, userId })
      await register(userId, key, given ?? pick(challenges, a)?.challenge)
    },
    async function addPasskeyByOldChallenge(a, _, c) {
      const old = pick(challenges, c)
      if (!old) return
      const userId = a % 2 === 0 ? old.userId : victim.userId
      const isLive = victim.live().some(({ key }) => key === old.key)
      if (!isLive) await register(userId, old.key, old.challenge)
    },
    async function removePasskey(a, b, c) {
      const [userId, key] = [userOf(a), keyOf(b)]
      const listed = await vault.ask(passkeyList, { userId }, key)
      if (isVictims(userId)) expectRefused('the passkeys of the victim', listed)
      const id = pick([...victim.passkeys.keys(), ...passkeys.map((one) => one.id)], c)
      if (id) await vault.ask(passkeyRemove, { userId, id }, key)
    },
    async function lookForPasskeys(a, b) {
      await challenge(userOf(a), keyOf(b))
    },
    async function mailLinks(a, b, c) {
      const { jkt } = keyOf(b)
      const { requester } = vault
      const [userId, to] = [userOf(a), pick([email, email, victim.email], c)]
      if (a % 2 === 0) await vault.service(vaultSendLink, { email: to, jkt, requester })
      else await vault.service(vaultConfirmDevice, { userId, jkt, requester })
    },
    async function openOwnMail(a, b, c) {
      const own = vault.mails.filter(({ to }) => to === email)
      const mail = pick(own, a)
      if (!mail) return
      const { token } = mail
      const decision = a % 5 === 0 ? 'deny' : 'approve'
      await vault.page('/device/decide', { token, decision })
      if (decision === 'deny') await vault.page('/device/freeze', { token })
      // An approval by the attacker's own mailbox is no evidence for the victim.
      else await callAsVictim(as(victim.userId, pick(keys, b)), c)
    },
    async function bind(a, b, c) {
      const userId = userOf(a)
      const { jkt } = keyOf(b)
      const as = pick(['email', 'provider-email', 'asserted'] as const, c)
      const to = pick([email, email, victim.email], a + c)
      if (as === 'asserted') await vault.service(vaultBindContact, { kind: as, userId })
      else if (as === 'email')
        await vault.service(vaultBindContact, { kind: as, userId, email: to, jkt })
      else await vault.service(vaultBindContact, { kind: as, userId, email: to })
    },
    async function changeContact(a, b) {
      const { requester } = vault
      const body = { userId: userOf(a), email, jkt: keyOf(b).jkt, requester }
      await vault.service(vaultChangeContact, body)
    },
    /** Adds a contact, and removes and restores others: the user's only one stays. */
    async function changeContacts(a, b, c) {
      const [userId, key] = [userOf(a), keyOf(b)]
      const contact = { kind: 'email', email: pick([email, email, victim.email], c) } as const
      const { body, status } = await vault.ask(recoveryContactAdd, { userId, contact }, key)
      if (isVictims(userId) && status === 200 && body.status === 'added')
        throw new Breach('a contact of the victim')
      await vault.service(vaultRemoveContact, { userId, contact, isFinal: a % 2 === 0 })
      await vault.service(vaultRestoreContact, { userId, contact })
      await vault.service(vaultKeepContacts, { userId, contacts: a % 3 === 0 ? [] : [contact] })
    },
    async function unfreeze(a, b) {
      const body = { userId: userOf(a), jkt: keyOf(b).jkt, requester: vault.requester }
      await vault.service(vaultUnfreeze, body)
    },
    /** Uses A's only right: removing access. */
    async function removeAccess(a, b, c) {
      const userId = userOf(a)
      const device = pick(victim.devices, b)
      const { jkt } = device?.key ?? keyOf(b)
      if (c % 4 === 0) {
        await vault.service(vaultFreeze, { userId })
        if (isVictims(userId)) victim.state.isFrozen = true
      } else if (c % 4 === 1 && device)
        await vault.service(vaultEndSessions, { userId, sids: [device.token.sid] })
      else {
        await vault.service(vaultForgetDevice, { userId, jkt, at: vault.clock.nowMs + c })
        if (isVictims(userId)) victim.lose(jkt)
      }
    },
    /** Uses the key and the token of a revoked or signed-out device: the key worker's calls are refused at once. */
    async function comeBack(a, b, c) {
      const ended = victim.devices.flatMap(({ ended: tokens, key }) =>
        tokens.map((token) => ({ key, token, isRevoked: false })),
      )
      const device = pick([...revoked(), ...ended], a)
      if (!device) return
      const { wallet, recoverySetId } = victim.state
      const { walletId } = wallet
      const setId = pick([recoverySetId, ...victim.seen.setIds], c)
      const change = newChange(pick([wallet, newFacts()], b))
      const changeId = pick([change.changeId, ...victim.seen.changeIds], b)
      const answer = await pick(
        [
          () => release(device, { setId, wallet, isVerify: a % 2 === 0 }),
          () => vault.call(recoveryPrepare, change, device),
          () => vault.call(recoveryCommit, { changeId }, device),
          () => vault.call(recoveryKey, { walletId }, device),
          () => vault.call(recoveryForget, { walletId, setIds: [setId] }, device),
          ...changesOfFactors(walletId).map((change) => () => change(device)),
        ],
        b + c,
      )()
      if (answer.status !== 401 && !(victim.state.isFrozen && answer.status === 403))
        throw new Breach(`a call of a revoked device: ${answer.status} ${answer.code}`)
      if (!device.isRevoked) return
      const { key } = device
      const { userId } = victim
      const old = challenges.find((one) => one.key === key)?.challenge ?? randomUUID()
      const id = pick([...victim.passkeys.keys(), randomUUID()], c)
      const registration = (await createSoftPasskey()).register(old)
      expectRefused(
        'a call of a revoked device about passkeys',
        await pick(
          [
            () => vault.ask(passkeyOptions, { userId }, key),
            () => vault.ask(passkeyRegister, { userId, registration }, key),
            () => vault.ask(passkeyList, { userId }, key),
            () => vault.ask(recoveryFactorList, { userId }, key),
            () => vault.ask(passkeyRemove, { userId, id }, key),
          ],
          a + c,
        )(),
      )
      await challenge(userId, key)
    },
    /**
     * Uses a device that was stolen and not revoked: actions that need a click of the user need it from this device
     * too.
     */
    async function tryStolenDevice(a, b, c) {
      const device = pick(victim.live(), a)
      if (!device || victim.state.recoverySetId === '') return
      // A thief has time.
      if (b % 3 === 0) vault.clock.nowMs += 1_801_000
      const { approvedUntil, key } = device
      const { userId } = victim
      const isApproved = approvedUntil > vault.clock.nowMs
      const { isConfirmed, wallet, recoverySetId: setId, mode } = victim.state
      // Another wallet never replaces a confirmed one, and replaces any other only after a click.
      if (isConfirmed || !(isApproved || victim.isAsserted)) {
        const other = await vault.call(recoveryPrepare, newChange(newFacts()), as(userId, key))
        expectRefused('another wallet of a stolen device', other)
      }
      const hasSet = [...victim.sets.values()].some(
        (set) => set.kind === 'device' && set.jkt === key.jkt && set.walletId === wallet.walletId,
      )
      if (!hasSet && !isApproved) {
        const listed = await vault.ask(passkeyList, { userId }, key)
        expectRefused('the passkeys for a device without a part of the wallet', listed)
      }
      const half = pick(victim.halfway, c)
      if (half && half.jkt !== key.jkt) {
        const who = as(userId, key)
        const read = await release(who, { ...half, isVerify: true })
        expectRefused('what another device prepared', read)
        const { changeId } = half
        expectRefused(
          'a change of another device',
          await vault.call(recoveryCommit, { changeId }, who),
        )
      } else if (half && !hasSet && !isApproved && !victim.isAsserted) {
        const { changeId } = half
        const committed = await vault.call(recoveryCommit, { changeId }, as(userId, key))
        expectRefused('a change that is no longer approved', committed)
      }
      for (const change of changesOfFactors(wallet.walletId))
        expectRefused('a factor without the factor', await change(as(userId, key)))
      if (b % 2 === 0) {
        const answer = await release(as(userId, key), { setId, wallet })
        // A user whom the vault knows only by A's word is restored by it.
        if (!victim.isAsserted && (!isApproved || mode !== 'auto'))
          expectRefused('a share for a stolen device', answer)
        if (mode === 'auto') return
        expectRefused('a share without the factor', answer)
        const change = newChange({ ...wallet, epoch: wallet.epoch + 1 })
        const prepared = await vault.call(recoveryPrepare, change, as(userId, key))
        expectRefused('a downgrade without the factor', prepared)
        return
      }
      const { body, status } = await vault.ask(passkeyOptions, { userId }, key)
      const mayAsk = isApproved || (victim.isAsserted && victim.passkeys.size === 0)
      if (!mayAsk) expectRefused('options for a stolen device', { body, status, code: '' })
      const given = (body.options as { challenge: string } | undefined)?.challenge
      if (given) challenges.push({ challenge: given, key, userId })
    },
  ]
  /** Logs in to a user-held wallet in a new browser, by the mailbox alone, and changes the wallet's sets without the factor. */
  const tryMailbox = async (index: number, c: number) => {
    const device = pick(victim.live(), index)
    const { mode, wallet } = victim.state
    const hasSet = [...victim.sets.values()].some((set) => set.jkt === device?.key.jkt)
    if (!device || mode === 'auto' || hasSet) return
    const { sets, ...next } = newChange({ ...wallet, epoch: wallet.epoch + (c % 2) }, mode)
    const some = pick([sets, sets.slice(0, 1), sets.slice(1)], c)
    const who = as(victim.userId, device.key)
    const prepared = await vault.call(recoveryPrepare, { ...next, sets: some }, who)
    expectRefused('sets of a new device without the factor', prepared)
  }
  return {
    tryMailbox,
    /** Begins an own account that the vault knows by A's word. */
    begin: () => vault.service(vaultBindContact, { kind: 'asserted', userId: users[0]! }),
    acts,
    comeBack: acts.find(({ name }) => name === 'comeBack')!,
    tryStolenDevice: acts.find(({ name }) => name === 'tryStolenDevice')!,
    /** Attacks with stolen devices only, without A. */
    thief: acts.filter(({ name }) => ['comeBack', 'tryStolenDevice'].includes(name)),
  }
}
