import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openProfile } from '@foyer/devnet/chromium'
import {
  challengeAad,
  createReleaseKey,
  decodeBase64Url,
  encodeBase64Url,
  exportPublicKey,
  openAes,
  openFromRecoveryKey,
  openRelease,
  type PasskeyAssertion,
  type PasskeyRegistration,
  passkeyChallenge,
  passkeyList,
  passkeyOptions,
  passkeyRegister,
  passkeyRemove,
  type RecoveryKeyRecord,
  recoveryCommit,
  recoveryKey,
  recoveryPrepare,
  recoveryRelease,
  sealAes,
  thumbprint,
} from '@foyer/protocol/custody'
import { vaultForgetDevice } from '@foyer/protocol/vault'
import { testEngines } from '@foyer/server/testDatabase'
import type { Frame, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askShare, createTestWallet } from '../createTestWallet.test.kit.ts'
import { createDevice, startTestVault, type TestVault } from '../startTestVault.test.kit.ts'

let pages: Server
let vault: TestVault
let browser: Awaited<ReturnType<typeof openProfile>>
let page: Page
let at: (host: string) => string
/** Sets whether the authenticator verifies its user from now on. */
let verifyPerson: (isUserVerified: boolean) => Promise<void>
let forgetPasskeys: () => Promise<void>

beforeAll(async () => {
  pages = createServer((request, response) => {
    const isLogin = request.headers.host?.startsWith('login.')
    const login = at('login')
    response.setHeader('Content-Type', 'text/html')
    response.end(
      isLogin
        ? '<!doctype html><title>Login</title>'
        : `<!doctype html><title>Site</title><iframe src="${login}/frame" allow="publickey-credentials-get ${login}"></iframe>`,
    )
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const { port } = pages.address() as AddressInfo
  at = (host) => `http://${host}.localhost:${port}`
  browser = await openProfile()
  page = await browser.context.newPage()
  const session = await browser.context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
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
  verifyPerson = async (isUserVerified) => {
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
  forgetPasskeys = async () => {
    await session.send('WebAuthn.clearCredentials', { authenticatorId })
  }
})
afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => pages?.close(resolve))
})

/** As `/security` does: creates a passkey and does not send its PRF output. */
const makePasskey = (where: Page, options: unknown) =>
  where.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    const { authenticatorAttachment, id, rawId, response, type } = made.toJSON()
    const { attestationObject, clientDataJSON, transports } =
      response as AuthenticatorAttestationResponseJSON
    return {
      id,
      rawId,
      type,
      authenticatorAttachment,
      clientExtensionResults: {},
      response: { attestationObject, clientDataJSON, transports },
    }
  }, options) as Promise<PasskeyRegistration>

/** As the unlock screen does. @returns the data to send, and the output of PRF, which stays on the device */
const applyPasskey = (where: Page | Frame, options: unknown) =>
  where.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as never)
    const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
    const { authenticatorAttachment, id, rawId, response, type } = used.toJSON()
    const prf = used.getClientExtensionResults().prf?.results?.first as ArrayBuffer
    return {
      prf: [...new Uint8Array(prf)],
      assertion: {
        id,
        rawId,
        type,
        authenticatorAttachment,
        clientExtensionResults: {},
        response,
      },
    }
  }, options) as Promise<{ prf: number[]; assertion: PasskeyAssertion }>

async function openFrame(host: string): Promise<Frame> {
  await page.goto(at(host))
  return page.frames().find((one) => one.url().startsWith(at('login')))!
}

/** A new device on a site: its frame, and its options when it is asked for the passkey. */
async function visit(userId: string, host: string, claims: object = { org: at(host) }) {
  const frame = await openFrame(host)
  const device = await createDevice(vault, { userId, claims })
  const { answer } = await device.prove(passkeyChallenge, { userId })
  return { device, frame, ...(await applyPasskey(frame, answer.options)) }
}

const wrappingKey = async (prf: number[]) =>
  crypto.subtle.importKey('raw', Uint8Array.from(prf), 'AES-GCM', false, ['encrypt', 'decrypt'])
const aad = new TextEncoder().encode('test')

describe.each(testEngines)('on %s', (engine) => {
  /** Separate sites, since another engine's run has its own storage partitions. */
  const [shop, game] = ['shop', 'game'].map((name) => `${name}-${engine.toLowerCase()}`) as [
    string,
    string,
  ]
  beforeAll(async () => {
    vault = await startTestVault({
      engine,
      loginOrigin: at('login'),
      name: 'vault.localhost',
      limits: { shareCallsPerMinute: 1000 },
    })
    await forgetPasskeys()
  })
  afterAll(() => vault?.stop())

  test('[T94] the same passkey restores a wallet in the frames of two sites; a passkey made by another site is no evidence', async () => {
    const { device, email, facts, userId } = await createTestWallet(vault)
    const stranger = await createDevice(vault, { userId })

    // Created on a page of the login origin, by a device with a share in force.
    await page.goto(`${at('login')}/security`)
    expect((await stranger.prove(passkeyOptions, { userId })).code).toBe('evidence-required')
    const { answer: creation } = await device.prove(passkeyOptions, { userId })
    const registration = await makePasskey(page, creation.options)
    const clientData = JSON.parse(
      Buffer.from(registration.response.clientDataJSON, 'base64url').toString(),
    )
    const changed = (change: object): PasskeyRegistration => ({
      ...registration,
      response: {
        ...registration.response,
        clientDataJSON: Buffer.from(JSON.stringify({ ...clientData, ...change })).toString(
          'base64url',
        ),
      },
    })
    for (const [who, wrong, code] of [
      // The challenge belonged to another device.
      [stranger, registration, 'request-invalid'],
      [device, changed({ crossOrigin: true, topOrigin: at(shop) }), 'request-invalid'],
      [device, changed({ origin: at('evil') }), 'request-invalid'],
      [device, changed({ challenge: encodeBase64Url(new Uint8Array(32)) }), 'request-invalid'],
      // The output of PRF is the user's: it is refused, not ignored.
      [
        device,
        { ...registration, clientExtensionResults: { prf: {} } as never },
        'request-invalid',
      ],
    ] as const)
      expect((await who.prove(passkeyRegister, { userId, registration: wrong })).code).toBe(code)
    // The attempt from the wrong origin used up the challenge.
    const { answer: again } = await device.prove(passkeyOptions, { userId })
    const kept = await makePasskey(page, again.options)
    const registered = await device.prove(passkeyRegister, { userId, registration: kept })
    expect([registered.status, registered.answer.id]).toEqual([200, kept.id])
    expect((await device.prove(passkeyRegister, { userId, registration: kept })).status).toBe(400)
    await vault.mailbox.tokenFor(email, 2)
    const isTold = vault.mailbox.mails.some(
      ({ text, to }) =>
        to === email &&
        text.includes('A passkey was added') &&
        text.includes(`${vault.publicUrl}/device#t=`),
    )
    expect(isTold).toBe(true)

    // Recovery is protected by the passkey.
    const { answer: asked } = await device.prove(passkeyChallenge, { userId })
    const atHome = await applyPasskey(page, asked.options)
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
      'deriveBits',
    ])
    const publicKey = await exportPublicKey(pair.publicKey)
    const encoded = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
    const record: RecoveryKeyRecord = {
      keyId: await thumbprint(publicKey),
      publicKey,
      epoch: 2,
      factors: [
        {
          id: kept.id,
          mode: 'passkey',
          wrapped: encodeBase64Url(await sealAes(await wrappingKey(atHome.prf), encoded, aad)),
          kdf: { salt: 'AAAA' },
          createdAt: 0,
        },
      ],
    }
    const { walletId } = facts
    const wallet = { ...facts, epoch: 2 }
    const [changeId, setId] = [randomUUID(), randomUUID()]
    const share = crypto.getRandomValues(new Uint8Array(200))
    await device.call(recoveryPrepare, {
      changeId,
      wallet,
      mode: 'passkey',
      sets: [{ setId, kind: 'recovery', share: encodeBase64Url(share) }],
      recoveryKey: record,
    })
    expect((await device.call(recoveryCommit, { changeId })).status).toBe(200)

    const jkts = new Set<string>()
    for (const host of [shop, game]) {
      const { assertion, device: here, frame, prf } = await visit(userId, host)
      jkts.add(here.jkt)
      // Another partition, the same secret.
      const isEmpty = await frame.evaluate(() => {
        const before = localStorage.getItem('been')
        localStorage.setItem('been', 'here')
        return before === null
      })
      expect([isEmpty, prf]).toEqual([true, atHome.prf])
      const evidence = { kind: 'passkey', assertion } as const
      const { answer: found } = await here.call(recoveryKey, { walletId, evidence })
      const opened = await openAes(
        await wrappingKey(prf),
        decodeBase64Url((found.key as RecoveryKeyRecord).factors[0]!.wrapped),
        aad,
      )
      const privateKey = await crypto.subtle.importKey(
        'pkcs8',
        opened,
        { name: 'ECDH', namedCurve: 'P-256' },
        false,
        ['deriveBits'],
      )
      const answer = await openFromRecoveryKey({
        sealed: decodeBase64Url(String(found.challenge)),
        privateKey,
        recoveryKey: publicKey,
        aad: challengeAad(walletId),
      })
      const release = await createReleaseKey()
      const released = await here.call(recoveryRelease, {
        ...{ wallet, setId, purpose: 'recover', rid: randomUUID(), epk: release.epk },
        ...{ evidence, answer: encodeBase64Url(answer) },
      })
      const { jwe } = released.answer as { jwe: string }
      expect(
        Buffer.from(
          await openRelease({ jwe, privateKey: release.privateKey, walletId, setId }),
        ).equals(share),
      ).toBe(true)
    }
    expect(jkts.size).toBe(2)

    // Created on the page `evil`, while the token names the shop, the login origin or no page.
    const ask = (who: typeof device, assertion: PasskeyAssertion) =>
      who.call(recoveryKey, { walletId, evidence: { kind: 'passkey', assertion } })
    for (const claims of [{ org: at(shop) }, { org: at('login') }, {}]) {
      const { assertion, device: elsewhere } = await visit(userId, 'evil', claims)
      expect((await ask(elsewhere, assertion)).code).toBe('evidence-required')
    }
    // For another device, for another user, and without user verification.
    const { assertion, device: owner } = await visit(userId, shop)
    const other = await createDevice(vault, { userId, claims: { org: at(shop) } })
    expect((await ask(other, assertion)).code).toBe('evidence-required')
    const another = await createTestWallet(vault)
    const theirs = await createDevice(vault, {
      userId: another.userId,
      claims: { org: at(shop) },
    })
    expect(
      (await askShare(theirs, { ...another, evidence: { kind: 'passkey', assertion } })).code,
    ).toBe('evidence-required')
    // A browser that does not report the page above its frame: no evidence, and the mailed link still counts.
    const untold = structuredClone(assertion)
    const { topOrigin: _top, ...told } = JSON.parse(
      Buffer.from(assertion.response.clientDataJSON, 'base64url').toString(),
    )
    untold.response.clientDataJSON = Buffer.from(JSON.stringify(told)).toString('base64url')
    expect((await ask(owner, untold)).code).toBe('evidence-required')
    vault.clock.addMs += 31_000
    const { token } = await vault.link(email, other.jkt)
    await vault.page('/device/decide', { token, decision: 'approve' })
    expect((await ask(other, untold)).status).toBe(200)
    const { answer: unsure } = await owner.prove(passkeyChallenge, { userId })
    await verifyPerson(false)
    const frame = await openFrame(shop)
    const { extensions: _, ...plain } = unsure.options as { extensions: object }
    const allowCredentials = [{ type: 'public-key', id: kept.id }]
    const careless = { ...plain, allowCredentials, userVerification: 'discouraged' }
    expect((await ask(owner, (await applyPasskey(frame, careless)).assertion)).code).toBe(
      'evidence-required',
    )
    await verifyPerson(true)
    expect((await ask(owner, assertion)).status).toBe(200)

    const listed = await device.prove(passkeyList, { userId })
    expect(listed.answer.passkeys).toMatchObject([
      { id: kept.id, lastUsedAt: expect.any(Number), madeIn: expect.any(String) },
    ])
    expect((await device.prove(passkeyRemove, { userId, id: kept.id })).code).toBe(
      'change-conflict',
    )

    // A revoked device has no rights.
    const { jkt } = device
    expect((await vault.service(vaultForgetDevice, { userId, jkt, at: Date.now() })).status).toBe(
      200,
    )
    expect((await device.prove(passkeyList, { userId })).code).toBe('evidence-required')
  })

  test('accepts calls to its own origin only from pages of the login origin', async () => {
    const call = () =>
      page.evaluate(
        async (url) =>
          fetch(url, { method: 'POST', body: '{}', headers: { DPoP: 'x' } }).then(
            async (response) => [response.status, response.headers.get('DPoP-Nonce') !== null],
            () => ['refused'],
          ),
        `${vault.publicUrl}${passkeyList.path}`,
      )
    await page.goto(at('login'))
    expect(await call()).toEqual([401, true])
    await page.goto(at(shop))
    expect(await call()).toEqual(['refused'])
  })
})
