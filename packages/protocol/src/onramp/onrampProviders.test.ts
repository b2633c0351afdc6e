import { expect, test } from 'vitest'
import { isOnrampUrl, onrampProviders } from './onrampProviders.ts'

test('[9.23] two card providers have a fee of 1-2 %: one for eip155, one for eip155 and solana', () => {
  const { coinbase, meld } = onrampProviders
  expect(coinbase).toMatchObject({ feePercent: { min: 1, max: 2 }, namespaces: ['eip155'] })
  expect(meld).toMatchObject({ feePercent: { min: 1, max: 2 }, namespaces: ['eip155', 'solana'] })
})

test('accepts the provider’s own page only, by https', () => {
  for (const url of ['https://buy.moonpay.com/?a=1', 'https://buy-sandbox.moonpay.com'])
    expect(isOnrampUrl('moonpay', url), url).toBe(true)
  for (const url of [
    'http://buy.moonpay.com/',
    'https://buy.moonpay.com.evil.example/',
    'https://buy.moonpay.com:8443/',
    'https://user@buy.moonpay.com/',
    'https://buy.moonpay.com@evil.example/',
    'https://pay.coinbase.com/',
    'javascript:alert(1)//https://buy.moonpay.com',
    'blob:https://buy.moonpay.com/1',
    'data:text/html,x',
    '//buy.moonpay.com',
    '',
  ])
    expect(isOnrampUrl('moonpay', url), url).toBe(false)
})

test('the card page of the devnet is on this machine only', () => {
  for (const url of ['http://card.localhost:4005/pay/1', 'http://127.0.0.1:4005/pay/1'])
    expect(isOnrampUrl('devcard', url), url).toBe(true)
  for (const url of [
    'http://localhost.evil.example/',
    'https://evil.example/?localhost',
    'http://127.0.0.1.evil.example/',
    'http://0x7f.1.evil.example/',
    'ftp://localhost/',
    'javascript:alert(1)',
  ])
    expect(isOnrampUrl('devcard', url), url).toBe(false)
})

test.each(['__proto__', 'constructor', 'toString', 'nobody', ''])(
  'knows no provider %j',
  (name) => {
    expect(isOnrampUrl(name, 'https://buy.moonpay.com/')).toBe(false)
  },
)
