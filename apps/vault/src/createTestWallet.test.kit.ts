import { randomUUID } from 'node:crypto'
import {
  createReleaseKey,
  encodeBase64Url,
  encodeShare,
  openRelease,
  type RecoveryEvidence,
  recoveryCommit,
  recoveryPrepare,
  recoveryRelease,
  type WalletFacts,
} from '@foyer/protocol/custody'
import { vaultBindContact } from '@foyer/protocol/vault'
import { createDevice, type TestVault } from './startTestVault.test.kit.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

/** The bytes of a rec share with these facts. */
export const recShare = ({ walletId, epoch, fp }: WalletFacts, setId: string) =>
  encodeShare({
    role: 'rec',
    walletId,
    setId,
    epoch,
    share: random(17),
    fp: Uint8Array.from(Buffer.from(fp, 'base64url')),
  })

export const newFacts = (): WalletFacts => ({
  walletId: randomUUID(),
  epoch: 1,
  fp: encodeBase64Url(random(16)),
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  sol: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
})

/** Creates a user who approved a first device by mail, and whose wallet is in force in the vault. */
export async function createTestWallet(
  vault: TestVault,
  { email = `${randomUUID()}@shop.example`, isAsserted = false } = {},
) {
  const userId = randomUUID()
  const device = await createDevice(vault, { userId })
  if (isAsserted) await vault.service(vaultBindContact, { kind: 'asserted', userId })
  else {
    const { token } = await vault.link(email, device.jkt)
    await vault.page('/device/decide', { token, decision: 'approve' })
    await vault.service(vaultBindContact, { kind: 'email', userId, email, jkt: device.jkt })
  }
  const facts = newFacts()
  const [setId, deviceSetId, changeId] = [randomUUID(), randomUUID(), randomUUID()]
  const share = recShare(facts, setId)
  const prepared = await device.call(recoveryPrepare, {
    changeId,
    wallet: facts,
    mode: 'auto',
    sets: [
      { setId: deviceSetId, kind: 'device', share: encodeBase64Url(recShare(facts, deviceSetId)) },
      { setId, kind: 'recovery', share: encodeBase64Url(share) },
    ],
  })
  const committed = await device.call(recoveryCommit, { changeId })
  return { changeId, committed, device, deviceSetId, email, facts, prepared, setId, share, userId }
}

/** Asks for a share and opens the answer. */
export async function askShare(
  device: Awaited<ReturnType<typeof createDevice>>,
  {
    evidence,
    facts,
    purpose = 'recover',
    setId,
  }: {
    facts: WalletFacts
    setId: string
    purpose?: 'verify' | 'recover'
    evidence?: RecoveryEvidence
  },
) {
  const { epk, privateKey } = await createReleaseKey()
  const body = {
    wallet: facts,
    setId,
    purpose,
    rid: randomUUID(),
    epk,
    ...(evidence && { evidence }),
  }
  const result = await device.call(recoveryRelease, body)
  const jwe = result.answer.jwe as string | undefined
  const bytes =
    jwe === undefined
      ? undefined
      : await openRelease({ jwe, privateKey, walletId: facts.walletId, setId })
  return { ...result, bytes }
}
