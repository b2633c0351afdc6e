import { expect, test } from 'vitest'
import { ar } from './ar.ts'
import { arAccountType } from './arAccountType.ts'
import { arActivity } from './arActivity.ts'
import { arBuy } from './arBuy.ts'
import { arBuyWait } from './arBuyWait.ts'
import { arFarcaster } from './arFarcaster.ts'
import { arLogins } from './arLogins.ts'
import { arNames } from './arNames.ts'
import { arNfts } from './arNfts.ts'
import { arPasskey } from './arPasskey.ts'
import { arPay } from './arPay.ts'
import { arPermissions } from './arPermissions.ts'
import { arReceive } from './arReceive.ts'
import { arSend } from './arSend.ts'
import { arSignIn } from './arSignIn.ts'
import { arSwap } from './arSwap.ts'
import { en } from './en.ts'
import { enAccountType } from './enAccountType.ts'
import { enActivity } from './enActivity.ts'
import { enBuy } from './enBuy.ts'
import { enBuyWait } from './enBuyWait.ts'
import { enFarcaster } from './enFarcaster.ts'
import { enLogins } from './enLogins.ts'
import { enNames } from './enNames.ts'
import { enNfts } from './enNfts.ts'
import { enPasskey } from './enPasskey.ts'
import { enPay } from './enPay.ts'
import { enPermissions } from './enPermissions.ts'
import { enReceive } from './enReceive.ts'
import { enSend } from './enSend.ts'
import { enSignIn } from './enSignIn.ts'
import { enSwap } from './enSwap.ts'
import { es } from './es.ts'
import { esAccountType } from './esAccountType.ts'
import { esActivity } from './esActivity.ts'
import { esBuy } from './esBuy.ts'
import { esBuyWait } from './esBuyWait.ts'
import { esFarcaster } from './esFarcaster.ts'
import { esLogins } from './esLogins.ts'
import { esNames } from './esNames.ts'
import { esNfts } from './esNfts.ts'
import { esPasskey } from './esPasskey.ts'
import { esPay } from './esPay.ts'
import { esPermissions } from './esPermissions.ts'
import { esReceive } from './esReceive.ts'
import { esSend } from './esSend.ts'
import { esSignIn } from './esSignIn.ts'
import { esSwap } from './esSwap.ts'

type Catalogue = Readonly<Record<string, string>>
/** Each set of texts: English, then the other languages. */
const sets: Record<string, readonly [Catalogue, ...Catalogue[]]> = {
  modal: [en, es, ar],
  accountType: [enAccountType, esAccountType, arAccountType],
  permissions: [enPermissions, esPermissions, arPermissions],
  activity: [enActivity, esActivity, arActivity],
  buy: [enBuy, esBuy, arBuy],
  buyWait: [enBuyWait, esBuyWait, arBuyWait],
  farcaster: [enFarcaster, esFarcaster, arFarcaster],
  logins: [enLogins, esLogins, arLogins],
  names: [enNames, esNames, arNames],
  nfts: [enNfts, esNfts, arNfts],
  pay: [enPay, esPay, arPay],
  passkey: [enPasskey, esPasskey, arPasskey],
  receive: [enReceive, esReceive, arReceive],
  signIn: [enSignIn, esSignIn, arSignIn],
  swap: [enSwap, esSwap, arSwap],
  send: [enSend, esSend, arSend],
}
const namesIn = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort()

test.each(
  Object.entries(sets).flatMap(([name, [english, ...others]]) =>
    others.map((other, index) => [`${name} ${index + 1}`, english, other] as const),
  ),
)('%s has every message, with the placeholders of the English one', (_, english, catalogue) => {
  const keys = Object.keys(english)
  expect(Object.keys(catalogue).sort()).toEqual([...keys].sort())
  for (const key of keys) {
    expect(catalogue[key]?.trim(), key).not.toBe('')
    expect(namesIn(catalogue[key]), key).toEqual(namesIn(english[key]))
  }
})

test('the messages of a feature have keys of their own', () => {
  const keys = Object.values(sets).flatMap(([english]) => Object.keys(english))
  expect(new Set(keys).size).toBe(keys.length)
})

test('every message follows the style rules: no exclamation mark, network instead of chain', () => {
  for (const [key, text] of Object.values(sets).flat().flatMap(Object.entries)) {
    expect(text, key).not.toMatch(/[!¡]/)
    expect(text, key).not.toMatch(/\bchain\b|\bEOA\b/i)
  }
})
