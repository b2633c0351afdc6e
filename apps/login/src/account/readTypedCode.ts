/** 26 letters and 2 that check them. */
const letters = 28

/** A typed recovery code as bytes, for the key worker; undefined where it can not be one. */
export function readTypedCode(text: string): Uint8Array<ArrayBuffer> | undefined {
  const code = Uint8Array.from(text.replace(/[\s-]/g, ''), (letter) => letter.charCodeAt(0) & 0x7f)
  const isCode = code.length === letters && /^[\s0-9A-Za-z-]*$/.test(text)
  return isCode ? code : undefined
}
