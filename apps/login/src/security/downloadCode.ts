import { words } from '../account/words.ts'
import { formatDay } from './describeDevice.ts'
import { groupCode } from './groupCode.ts'

/** Downloads the recovery code as a text file. */
export function downloadCode(code: Uint8Array, email: string): void {
  const { after, lines, name } = words.codeFile
  const text = [
    ...lines({ email, host: location.host, date: formatDay(Date.now()) }),
    groupCode(code),
    ...after,
    '',
  ].join('\r\n')
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // By then the browser has read the blob.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
