import { type Hex, hexToBytes } from 'viem'
import { accountRow } from './accountRow.ts'
import { privateAccount } from './chainClient.ts'
import { element } from './element.ts'
import type { Screen } from './screen.ts'

/** Returns the message as text if the bytes are UTF-8, else as hex. */
function readable(data: Hex): { text: string; isText: boolean } {
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(data)),
      isText: true,
    }
  } catch {
    return { text: data, isText: false }
  }
}

/** Asks to sign a message. */
export function personalSign({ account, data }: personalSign.Options): Screen {
  const { text, isText } = readable(data)
  return {
    title: 'Sign message',
    wants: 'asks for your signature',
    accept: 'Sign',
    body: [
      accountRow(account),
      element('h2', {}, isText ? 'Message' : 'Message (not text)'),
      element('pre', { class: 'message', tabindex: '0' }, text),
      element('p', { class: 'note' }, 'Signing costs nothing and sends no transaction.'),
    ],
    run: () => privateAccount(account).signMessage({ message: { raw: data } }),
  }
}

export declare namespace personalSign {
  type Options = {
    account: number
    data: Hex
  }
}
