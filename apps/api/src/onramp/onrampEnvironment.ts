import { onOff } from '@foyer/server'
import * as v from 'valibot'
import type { OnrampSettings } from './onrampProvidersOf.ts'

const key = v.optional(v.pipe(v.string(), v.minLength(6, 'is too short to be a key')))
const secret = v.optional(v.pipe(v.string(), v.minLength(12, 'is too short to be a secret')))

/** Variables of the sellers: each needs all of its own. */
export const onrampVariables = {
  COINBASE_KEY_ID: key,
  COINBASE_KEY_SECRET: secret,
  COINBASE_WEBHOOK_SECRET: secret,
  MELD_API_KEY: secret,
  MELD_WEBHOOK_SECRET: secret,
  MOONPAY_API_KEY: key,
  MOONPAY_SECRET_KEY: secret,
  MOONPAY_WEBHOOK_KEY: secret,
  ONRAMP_SANDBOX: v.optional(onOff, 'off'),
  STRIPE_SECRET_KEY: secret,
  STRIPE_WEBHOOK_SECRET: secret,
  TRANSAK_API_KEY: key,
  TRANSAK_API_SECRET: secret,
  TRANSAK_REFERRER_DOMAIN: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.-]{3,255}$/, 'must be a host such as shop.example')),
  ),
}
type Values = v.InferOutput<v.ObjectSchema<typeof onrampVariables, undefined>>

/** Reads which sellers are set up. @throws Error that names the variables that a seller still needs */
export function readOnrampSettings(values: Values): OnrampSettings {
  const isSandbox = values.ONRAMP_SANDBOX
  const coinbase = all(values, 'COINBASE_KEY_ID', 'COINBASE_KEY_SECRET', 'COINBASE_WEBHOOK_SECRET')
  const meld = all(values, 'MELD_API_KEY', 'MELD_WEBHOOK_SECRET')
  const moonpay = all(values, 'MOONPAY_API_KEY', 'MOONPAY_SECRET_KEY', 'MOONPAY_WEBHOOK_KEY')
  const stripe = all(values, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET')
  const transak = all(values, 'TRANSAK_API_KEY', 'TRANSAK_API_SECRET', 'TRANSAK_REFERRER_DOMAIN')
  return {
    ...(coinbase && {
      coinbase: {
        keyId: coinbase.COINBASE_KEY_ID,
        keySecret: coinbase.COINBASE_KEY_SECRET,
        webhookSecret: coinbase.COINBASE_WEBHOOK_SECRET,
      },
    }),
    ...(meld && {
      meld: {
        apiKey: meld.MELD_API_KEY,
        webhookSecret: meld.MELD_WEBHOOK_SECRET,
        ...(isSandbox && { apiUrl: 'https://api-sb.meld.io' }),
      },
    }),
    // The key itself tells the sandbox: `pk_test_`.
    ...(moonpay && {
      moonpay: {
        apiKey: moonpay.MOONPAY_API_KEY,
        secretKey: moonpay.MOONPAY_SECRET_KEY,
        webhookKey: moonpay.MOONPAY_WEBHOOK_KEY,
      },
    }),
    ...(stripe && {
      stripe: {
        secretKey: stripe.STRIPE_SECRET_KEY,
        webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
      },
    }),
    ...(transak && {
      transak: {
        apiKey: transak.TRANSAK_API_KEY,
        apiSecret: transak.TRANSAK_API_SECRET,
        referrerDomain: transak.TRANSAK_REFERRER_DOMAIN,
        ...(isSandbox && {
          apiUrl: 'https://api-stg.transak.com',
          gatewayUrl: 'https://api-gateway-stg.transak.com',
        }),
      },
    }),
  }
}

/** The values of these variables; undefined if none is set. @throws Error if only some are */
function all<const name extends keyof Values>(
  values: Values,
  ...names: readonly name[]
): Record<name, string> | undefined {
  const missing = names.filter((one) => values[one] === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} missing: ${names.join(', ')} belong together.`)
  return Object.fromEntries(names.map((one) => [one, values[one]])) as never
}
