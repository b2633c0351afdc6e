import { randomUUID } from 'node:crypto'
import {
  createReleaseKey,
  encodeBase64Url,
  exportPublicKey,
  passkeyOptions,
  passkeyRegister,
  type RecoveryKeyRecord,
  type RecoveryMode,
  recoveryCommit,
  recoveryForget,
  recoveryPrepare,
  recoveryRelease,
  thumbprint,
  type WalletFacts,
} from '@foyer/protocol/custody'
import {
  vaultBindContact,
  vaultConfirmDevice,
  vaultEndSessions,
  vaultForgetDevice,
  vaultSendLink,
  vaultUnfreeze,
} from '@foyer/protocol/vault'
import { newFacts, recShare } from '../createTestWallet.test.kit.ts'
import type { ModelKey, ModelToken, ModelVault } from './openModelVault.test.kit.ts'
import { createSoftPasskey } from './softPasskey.test.kit.ts'

const approvalMs = 1_800_000
const random = (bytes: number) => encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)))

/** A device, as the honest user sees it. */
export type VictimDevice = {
  key: ModelKey
  token: ModelToken
  /** Time until which the user's click counts as evidence. */
  approvedUntil: number
  isRevoked: boolean
  /** Tokens of signed-out sessions. */
  ended: ModelToken[]
}

export type ChangeSets = { setId: string; kind: 'device' | 'recovery'; share: string }[]

/** A change of this wallet, as a key worker makes it. */
export function newChange(wallet: WalletFacts, mode: RecoveryMode = 'auto', kinds = 2) {
  const sets: ChangeSets = (['recovery', 'device'] as const).slice(0, kinds).map((kind) => {
    const setId = randomUUID()
    const share = mode === 'auto' ? encodeBase64Url(recShare(wallet, setId)) : random(200)
    return { setId, kind, share }
  })
  return { changeId: randomUUID(), wallet, mode, sets }
}

async function newRecord(epoch: number): Promise<RecoveryKeyRecord> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const { publicKey: key } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const publicKey = await exportPublicKey(key)
  const keyId = await thumbprint(publicKey)
  const wrapped = { wrapped: random(64), kdf: { salt: 'AAAA' }, createdAt: 0 }
  return { keyId, publicKey, epoch, factors: [{ id: 'code', mode: 'code', ...wrapped }] }
}

/**
 * An honest user: one mailbox, devices, a wallet. Clicks only the links of their own requests. Records what the vault
 * must store for them, from its answers to them and from what A may remove.
 */
export function createVictim(vault: ModelVault, { isAsserted }: { isAsserted: boolean }) {
  const [userId, email] = [randomUUID(), `${randomUUID()}@victim.example`]
  const devices: VictimDevice[] = []
  /** Committed sets. */
  const sets = new Map<string, { kind: 'device' | 'recovery'; jkt: string; walletId: string }>()
  const passkeys = new Map<string, { jkt: string }>()
  /** Every set and change of the user that A has seen. */
  const seen = { setIds: [] as string[], changeIds: [] as string[] }
  /** Unfinished changes: the key that made them, and their sets. */
  const halfway: { changeId: string; jkt: string; setId: string; wallet: WalletFacts }[] = []
  const state = {
    wallet: newFacts(),
    mode: 'auto' as RecoveryMode,
    recoverySetId: '',
    isFrozen: false,
    /** A device confirmed that both servers have the wallet. */
    isConfirmed: false,
  }

  /** Clicks the link that was just mailed for this request. */
  const approve = async (send: () => Promise<{ status: number }>) => {
    // The minimum time between two mails to an address.
    vault.clock.nowMs += 31_000
    const before = vault.mails.length
    if ((await send()).status !== 200) return false
    const mail = vault.mails.slice(before).find(({ to }) => to === email)
    if (!mail) return false
    const { body } = await vault.page('/device/decide', { token: mail.token, decision: 'approve' })
    return body.state === 'approved'
  }

  const note = ({ changeId, sets: made }: { changeId: string; sets: ChangeSets }) => {
    seen.changeIds.push(changeId)
    seen.setIds.push(...made.map(({ setId }) => setId))
  }

  /** Makes a change and deletes what it replaces. */
  const put = async (
    { key, token }: VictimDevice,
    {
      mode = state.mode,
      record,
      other,
    }: { mode?: RecoveryMode; record?: RecoveryKeyRecord; other?: WalletFacts } = {},
  ): Promise<boolean> => {
    const isFirst = state.recoverySetId === '' || other !== undefined
    const wallet = other ?? { ...state.wallet, epoch: state.wallet.epoch + (isFirst ? 0 : 1) }
    const change = newChange(wallet, mode)
    note(change)
    const who = { key, token }
    const body = { ...change, ...(record && { recoveryKey: record }) }
    if ((await vault.call(recoveryPrepare, body, who)).status !== 200) return false
    if (state.isFrozen) throw new Error('The vault serves a user who is frozen')
    const { changeId } = change
    if ((await vault.call(recoveryCommit, { changeId }, who)).status !== 200) return false
    for (const { kind, setId } of change.sets)
      sets.set(setId, { kind, jkt: key.jkt, walletId: wallet.walletId })
    const before = state.recoverySetId
    Object.assign(state, { wallet, mode, recoverySetId: change.sets[0]!.setId })
    // A creation abandoned right after its commit confirms nothing.
    if (isFirst && seen.setIds[0]! < '8') return true
    const { walletId } = wallet
    const setIds = isFirst ? [] : [before]
    const { status } = await vault.call(recoveryForget, { walletId, setIds }, who)
    if (status !== 200) return true
    for (const setId of setIds) sets.delete(setId)
    state.isConfirmed = true
    return true
  }

  return {
    ...{ devices, email, halfway, isAsserted, passkeys, seen, sets, state, userId },
    live: () => devices.filter(({ isRevoked }) => !isRevoked),

    /** Logs in on a new device: A's token, the vault's link, then the wallet is created or restored. */
    async logIn(key: ModelKey): Promise<void> {
      const device: VictimDevice = {
        key,
        token: vault.token(userId, key),
        approvedUntil: 0,
        isRevoked: false,
        ended: [],
      }
      devices.push(device)
      if (!isAsserted) {
        const { jkt } = key
        const { requester } = vault
        const body = { email, jkt, requester }
        if (!(await approve(() => vault.service(vaultSendLink, body)))) return
        device.approvedUntil = vault.clock.nowMs + approvalMs
      }
      device.token = vault.token(userId, key)
      // A missed the end of a creation: it says that there is no wallet yet.
      if (state.recoverySetId !== '' && !state.isConfirmed && userId < '8') {
        await put(device, { other: newFacts(), mode: 'auto' })
        return
      }
      if (state.recoverySetId === '') {
        const kind = isAsserted ? ({ kind: 'asserted' } as const) : ({ kind: 'email' } as const)
        await vault.service(
          vaultBindContact,
          kind.kind === 'asserted' ? { ...kind, userId } : { ...kind, userId, email, jkt: key.jkt },
        )
        await put(device)
        return
      }
      // The user does not have the code at hand: the change stays unfinished.
      if (state.mode !== 'auto') return this.prepare(device)
      const { status } = await vault.call(
        recoveryRelease,
        {
          ...{ wallet: state.wallet, setId: state.recoverySetId, purpose: 'recover' },
          ...{ rid: randomUUID(), epk: (await createReleaseKey()).epk },
        },
        { key, token: device.token },
      )
      if (status === 200) await put(device)
    },

    /** Protects recovery with a code. */
    async enrolCode(device: VictimDevice): Promise<void> {
      if (state.mode !== 'auto') return
      await put(device, { mode: 'code', record: await newRecord(state.wallet.epoch + 1) })
    },

    /** Begins a change and does not finish it. */
    async prepare({ key, token }: VictimDevice): Promise<void> {
      const change = newChange({ ...state.wallet, epoch: state.wallet.epoch + 1 }, state.mode)
      note(change)
      const { changeId, sets: made, wallet } = change
      const { status } = await vault.call(recoveryPrepare, change, { key, token })
      if (status === 200) halfway.push({ changeId, jkt: key.jkt, setId: made[0]!.setId, wallet })
    },

    async registerPasskey(device: VictimDevice): Promise<void> {
      const { key } = device
      const { jkt } = key
      if (!isAsserted && device.approvedUntil <= vault.clock.nowMs) {
        const body = { userId, jkt, requester: vault.requester }
        if (!(await approve(() => vault.service(vaultConfirmDevice, body)))) return
        device.approvedUntil = vault.clock.nowMs + approvalMs
      }
      const { body, status } = await vault.ask(passkeyOptions, { userId }, key)
      if (status !== 200) return
      const passkey = await createSoftPasskey()
      const { challenge } = body.options as { challenge: string }
      const registration = passkey.register(challenge)
      const kept = await vault.ask(passkeyRegister, { userId, registration }, key)
      if (kept.status === 200) passkeys.set(passkey.id, { jkt })
    },

    /** Signs out and in again: the device stays, its token is new. */
    async signOut(device: VictimDevice): Promise<void> {
      await vault.service(vaultEndSessions, { userId, sids: [device.token.sid] })
      device.ended.push(device.token)
      device.token = vault.token(userId, device.key)
    },

    async revoke(device: VictimDevice): Promise<void> {
      const { jkt } = device.key
      await vault.service(vaultForgetDevice, { userId, jkt, at: vault.clock.nowMs })
      device.isRevoked = true
      this.lose(jkt)
    },

    /** Applies the effect of A reporting that a device was revoked. */
    lose(jkt: string) {
      for (const [setId, set] of sets)
        if (set.kind === 'device' && set.jkt === jkt) sets.delete(setId)
      for (const [id, passkey] of passkeys) if (passkey.jkt === jkt) passkeys.delete(id)
      for (const { key } of devices)
        if (key.jkt === jkt)
          for (const device of devices) if (device.key === key) device.approvedUntil = 0
    },

    /** Denies a link that the user did not ask for. */
    async deny(token: string): Promise<void> {
      await vault.page('/device/decide', { token, decision: 'deny' })
    },

    async unfreeze(): Promise<void> {
      if (!state.isFrozen) return
      const { jkt } = devices[0]!.key
      const body = { userId, jkt, requester: vault.requester }
      if (!(await approve(() => vault.service(vaultUnfreeze, body)))) return
      vault.clock.nowMs += 86_400_001
      state.isFrozen = false
    },
  }
}
export type Victim = ReturnType<typeof createVictim>
