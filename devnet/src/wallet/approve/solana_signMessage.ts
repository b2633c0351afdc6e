import { base16 } from '@scure/base'
import { solanaAccountRow } from './accountRow.ts'
import { element } from './element.ts'
import type { Screen } from './screen.ts'
import { signBytes } from './solana/signature.ts'

function readable(bytes: Uint8Array): { text: string; isText: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isText: true }
  } catch {
    return { text: `0x${base16.encode(bytes).toLowerCase()}`, isText: false }
  }
}

/** Asks to sign messages. */
export function signSolanaMessage({ account, messages }: signSolanaMessage.Options): Screen {
  const several = messages.length > 1
  return {
    title: several ? `Sign ${messages.length} messages` : 'Sign message',
    wants: several ? 'asks for your signatures' : 'asks for your signature',
    accept: 'Sign',
    body: [
      solanaAccountRow(account),
      ...messages.flatMap((message, index) => {
        const { text, isText } = readable(message)
        const label = several ? `Message ${index + 1} of ${messages.length}` : 'Message'
        return [
          element('h2', {}, isText ? label : `${label} (not text)`),
          element('pre', { class: 'message', tabindex: '0' }, text),
        ]
      }),
      element('p', { class: 'note' }, 'Signing costs nothing and sends no transaction.'),
    ],
    run: async () => messages.map((message) => signBytes(account, message)),
  }
}

export declare namespace signSolanaMessage {
  type Options = {
    account: number
    messages: readonly Uint8Array[]
  }
}
