import type { Frame, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeRecoveryCode } from '../../worker/wallet/recoveryCode.ts'
import { type ApprovalSites, startApprovalSites } from '../approvalSites.test.kit.ts'

let sites: ApprovalSites
beforeAll(async () => {
  sites = await startApprovalSites()
})
afterAll(() => sites.stop())

const collected = (frame: Frame) =>
  frame.evaluate(() =>
    window.harness.collected.map(({ evidence, kept, mode, secret }) => ({
      ...{ mode, secret, evidence },
      wiped: kept.every((byte) => byte === 0),
    })),
  )
const button = (frame: Frame, name: string) => frame.getByRole('button', { name })

test('reports a mistyped recovery code at once, and a wrong one after the attempt to unlock', async () => {
  const { frame, page } = await sites.open()
  await frame.evaluate(() => window.harness.unlock('code', { answers: ['recovery-failed'] }))
  const code = new TextDecoder().decode(encodeRecoveryCode(new Uint8Array(16).fill(7)))
  await frame.getByText('Without the code it stays open').waitFor()
  const field = frame.getByLabel('Recovery code')
  const open = button(frame, 'Open wallet')
  await field.fill(code.slice(1))
  await open.click()
  await frame.getByText('incomplete or mistyped').waitFor()
  expect(await collected(frame)).toEqual([])
  const typed = code.toLowerCase().replace(/(.{4})/g, '$1-')
  await field.fill(typed)
  await open.click()
  await frame.getByText('does not open this wallet').waitFor()
  await field.press('Enter')
  await frame.getByText('Wallet opened').waitFor()
  const secret = [...new TextEncoder().encode(code.toLowerCase())]
  const one = { mode: 'code', secret, wiped: true, evidence: undefined }
  expect(await collected(frame)).toEqual([one, one])
  await frame.evaluate(() => window.harness.unlock(['passkey', 'code']))
  await frame.getByText('Without either it stays open').waitFor()
  await button(frame, 'Use a recovery code instead').click()
  await field.waitFor()
  await button(frame, 'Use a passkey instead').click()
  await button(frame, 'Use passkey').waitFor()
  await button(frame, 'Not now').click()
  expect(await frame.evaluate(() => window.harness.blocked)).toContain('cancelled')
  await page.close()
})

/** Adds a device with passkeys to the browser. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await sites.context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  })
}

test("uses a passkey in the frame of a site; the evidence never contains the passkey's secret", async () => {
  const page = await sites.context.newPage()
  await addAuthenticator(page)
  const challenge = Buffer.from('a question of the vault').toString('base64url')
  const salt = Buffer.alloc(32, 9).toString('base64url')
  // The passkey is created on a page of the login origin itself.
  await page.goto(`${sites.login}/security`)
  const id = await page.evaluate(async () => {
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: new Uint8Array(16),
        rp: { id: location.hostname, name: 'Foyer' },
        user: { id: new Uint8Array(16).fill(1), name: 'ada', displayName: 'Ada' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        extensions: { prf: {} },
      },
    })
    return made?.id ?? ''
  })
  const { frame } = await sites.open(page)
  const options = {
    challenge,
    rpId: 'login.localhost',
    allowCredentials: [{ type: 'public-key', id }],
    userVerification: 'required',
    extensions: { prf: { eval: { first: salt } } },
  }
  await frame.evaluate(
    ([given]) => window.harness.unlock('passkey', { options: given, answers: ['recovery-failed'] }),
    [options] as const,
  )
  await frame.getByText('Without the passkey it stays open').waitFor()
  await button(frame, 'Use passkey').click()
  await frame.getByText('does not open this wallet').waitFor()
  await button(frame, 'Use passkey').click()
  await frame.getByText('Wallet opened').waitFor()
  const [first, second] = await collected(frame)
  expect(first).toMatchObject({ mode: 'passkey', wiped: true })
  expect(first?.secret).toHaveLength(32)
  // The secret is the same each time, so it opens the recovery key in every partition.
  expect(second?.secret).toEqual(first?.secret)
  const { assertion, kind } = (second?.evidence ?? {}) as {
    kind: string
    assertion: { clientExtensionResults: object; response: { clientDataJSON: string } }
  }
  expect(kind).toBe('passkey')
  expect(assertion).toMatchObject({ authenticatorAttachment: 'platform', type: 'public-key' })
  expect(assertion.clientExtensionResults).toEqual({})
  const told = Buffer.from(assertion.response.clientDataJSON, 'base64url').toString()
  expect(JSON.parse(told)).toMatchObject({ challenge, topOrigin: sites.dapp, crossOrigin: true })
  // A passkey that this browser does not have.
  const other = { ...options, allowCredentials: [{ type: 'public-key', id: 'AAAA' }], timeout: 500 }
  await frame.evaluate(([given]) => window.harness.unlock('passkey', { options: given }), [
    other,
  ] as const)
  await button(frame, 'Use passkey').click()
  await frame.getByText('gave no passkey').waitFor()
  expect(await collected(frame)).toEqual([])
  await page.close()
})
