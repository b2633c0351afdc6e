import * as v from 'valibot'
import type { TypedDataDefinition } from 'viem'
import { accountRow } from './accountRow.ts'
import { privateAccount } from './chainClient.ts'
import { element } from './element.ts'
import { facts } from './facts.ts'
import type { Screen } from './screen.ts'

const typed = v.object({
  domain: v.record(v.string(), v.unknown()),
  types: v.record(v.string(), v.array(v.object({ name: v.string(), type: v.string() }))),
  primaryType: v.string(),
  message: v.record(v.string(), v.unknown()),
})

/** Draws a value of the message; a struct is a nested list. */
function drawn(value: unknown): Node | string {
  if (typeof value !== 'object' || value === null) return String(value)
  return element(
    'ul',
    { class: 'tree' },
    ...Object.entries(value).map(([name, inner]) =>
      element('li', {}, element('span', {}, `${name} `), drawn(inner)),
    ),
  )
}

/** Asks to sign typed data (EIP-712). @throws ValiError if it is invalid. */
export function signTypedData({ account, typedData }: signTypedData.Options): Screen {
  const { domain, types, primaryType, message } = v.parse(
    v.pipe(v.string(), v.parseJson(), typed),
    typedData,
  )
  // viem derives the domain's type from the domain, so the site's own list is not needed.
  const { EIP712Domain: _, ...own } = types
  const definition = { domain, types: own, primaryType, message } as unknown as TypedDataDefinition
  return {
    title: 'Sign typed data',
    wants: 'asks for your signature',
    accept: 'Sign',
    body: [
      accountRow(account),
      element('h2', {}, 'For'),
      facts(
        Object.entries(domain).map(([name, value]) => [name, String(value)] as const),
        { wide: true },
      ),
      element('h2', {}, primaryType),
      element('div', { class: 'message', tabindex: '0' }, drawn(message)),
    ],
    run: () => privateAccount(account).signTypedData(definition),
  }
}

export declare namespace signTypedData {
  type Options = {
    account: number
    /** JSON text. */
    typedData: string
  }
}
