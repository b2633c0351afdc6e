import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { embedded } from './embedded.ts'
import { openEmbedded } from './openEmbedded.ts'

const options = { loginUrl: 'https://login.example', projectId: 'p' }

test('[9.10] is a connector with one login for eip155 and solana, and does nothing until used', () => {
  const connector = embedded(options)
  expect(connector).toMatchObject({
    id: 'embedded',
    type: 'AUTH',
    namespaces: ['eip155', 'solana'],
    sharesSession: true,
  })
  const listener = { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect() {} }
  expect(connector.watch({ namespace: 'eip155', listener })()).toBeUndefined()
  connector.abortRequests()
  connector.sync({ theme: { themeMode: 'dark' } })
})

test('opens once', async () => {
  const connector = embedded(options)
  const [one, two] = await Promise.all([connector.open(), connector.open()])
  expect(one).toBe(two)
})

test('[8.7] error: no frame without a page', async () => {
  const { ask } = openEmbedded({
    ...options,
    facts: {},
  })
  await expect(ask('IS_CONNECTED', {})).rejects.toMatchObject({
    code: 'frame-not-set',
    message: 'W3mFrame: iframe is not set',
  })
})

test('error: an invalid login address', async () => {
  const connector = embedded({ ...options, loginUrl: 'login' })
  await expect(connector.open()).rejects.toMatchObject({ code: 'options-invalid' })
})

test('its own file loads eagerly only what must run before anything reads the address', () => {
  const source = readFileSync(new URL('./embedded.ts', import.meta.url), 'utf8')
  const values = [...source.matchAll(/^import (type )?\{([^}]*)\} from '([^']+)'/gm)]
    .filter(([, type]) => !type)
    .flatMap(([, , names = '', from]) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => `${name} of ${from}`),
    )
  expect(values).toEqual(['takeSocialResult of ./host/takeSocialResult.ts'])
})
