/** A compiled object of one function that calls nothing but functions of the network. */
type ObjectFile = {
  readonly text: Buffer
  /** Calls: where they stand in the text, and the name of the function. */
  readonly calls: readonly { readonly at: number; readonly name: string }[]
}

const headerBytes = 64
const programHeaderBytes = 56
const sectionHeaderBytes = 64
const symbolBytes = 24
const relocationBytes = 16
/** @source https://www.kernel.org/doc/html/latest/bpf/llvm_reloc.html */
const callRelocation = 10
/** @source https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html */
const kinds = { code: 1, symbols: 2, strings: 3, dynamic: 6, relocations: 9, dynamicSymbols: 11 }

/**
 * Turns an object file of `clang -target bpf` into a program that Solana loads: one text, and a table of the functions
 * of the network that it calls. Solana's loader resolves them by their names.
 *
 * @throws Error for an object with data, or with more than one function
 * @source https://github.com/anza-xyz/sbpf, its ELF parser
 */
export function linkProgram(object: Buffer): Buffer {
  const { calls, text } = readObject(object)
  const names = [...new Set(calls.map(({ name }) => name))]
  const dynstr = stringTable(names)
  const dynsym = Buffer.concat([
    Buffer.alloc(symbolBytes),
    // Global functions that stand elsewhere.
    ...names.map((name) => pack([dynstr.at(name), 4], [0x12, 1], [0, 1], [0, 2], [0, 8], [0, 8])),
  ])
  const textAt = headerBytes + 3 * programHeaderBytes
  const relocations = Buffer.concat(
    calls.map(({ at, name }) =>
      pack([textAt + at, 8], [callRelocation, 4], [names.indexOf(name) + 1, 4]),
    ),
  )
  const shstrtab = stringTable(['.text', '.dynamic', '.dynsym', '.dynstr', '.rel.dyn', '.shstrtab'])

  // Addresses are places in the file.
  const place = (after: number, bytes: Buffer) => ({ at: Math.ceil(after / 8) * 8, bytes })
  const code = place(textAt, text)
  const dynamic = place(code.at + text.length, Buffer.alloc(7 * 16))
  const symbols = place(dynamic.at + dynamic.bytes.length, dynsym)
  const strings = place(symbols.at + dynsym.length, dynstr.bytes)
  const rels = place(strings.at + dynstr.bytes.length, relocations)
  const sectionNames = place(rels.at + relocations.length, shstrtab.bytes)
  const tableAt = place(sectionNames.at + shstrtab.bytes.length, Buffer.alloc(0)).at
  dynamic.bytes = pack(
    ...[17, rels.at, 18, relocations.length, 19, relocationBytes].map(wide),
    ...[6, symbols.at, 11, symbolBytes, 5, strings.at, 0, 0].map(wide),
  )
  const section = (
    name: string,
    kind: number,
    { at, bytes }: typeof code,
    [flags, link, size]: readonly [number, number, number],
  ) =>
    pack(
      ...[[shstrtab.at(name), 4] as const, [kind, 4] as const],
      ...[flags, at, at, bytes.length].map(wide),
      ...[[link, 4] as const, [0, 4] as const, [8, 8] as const, [size, 8] as const],
    )
  const sections = [
    Buffer.alloc(sectionHeaderBytes),
    section('.text', kinds.code, code, [6, 0, 0]),
    section('.dynamic', kinds.dynamic, dynamic, [2, 4, 16]),
    section('.dynsym', kinds.dynamicSymbols, symbols, [2, 4, symbolBytes]),
    section('.dynstr', kinds.strings, strings, [2, 0, 0]),
    section('.rel.dyn', kinds.relocations, rels, [2, 3, relocationBytes]),
    section('.shstrtab', kinds.strings, sectionNames, [0, 0, 0]),
  ]
  const segment = (kind: number, flags: number, at: number, size: number) =>
    pack([kind, 4], [flags, 4], ...[at, at, at, size, size, 8].map(wide))
  const dynamicSize = rels.at + relocations.length - dynamic.at
  const header = pack(
    // 64 bits, little-endian, a shared object for BPF.
    [0x464c457f, 4],
    ...[2, 1, 1, 0].map((byte) => [byte, 1] as const),
    ...[wide(0), [3, 2] as const, [247, 2] as const, [1, 4] as const],
    ...[code.at, headerBytes, tableAt].map(wide),
    [0, 4],
    ...[headerBytes, programHeaderBytes, 3, sectionHeaderBytes, sections.length, 6].map(
      (value) => [value, 2] as const,
    ),
  )
  const file = Buffer.alloc(tableAt + sections.length * sectionHeaderBytes)
  Buffer.concat([
    header,
    segment(1, 5, code.at, text.length),
    segment(1, 4, dynamic.at, dynamicSize),
    segment(2, 4, dynamic.at, dynamic.bytes.length),
  ]).copy(file)
  for (const { at, bytes } of [code, dynamic, symbols, strings, rels, sectionNames])
    bytes.copy(file, at)
  Buffer.concat(sections).copy(file, tableAt)
  return file
}

function readObject(file: Buffer): ObjectFile {
  const [tableAt, count] = [Number(file.readBigUInt64LE(40)), file.readUInt16LE(60)]
  const sections = Array.from({ length: count }, (_, index) => {
    const at = tableAt + index * sectionHeaderBytes
    const [from, size] = [file.readBigUInt64LE(at + 24), file.readBigUInt64LE(at + 32)]
    return {
      nameAt: file.readUInt32LE(at),
      kind: file.readUInt32LE(at + 4),
      link: file.readUInt32LE(at + 40),
      bytes: file.subarray(Number(from), Number(from + size)),
    }
  })
  const textIn = (strings: Buffer, at: number) =>
    strings.toString('latin1', at, strings.indexOf(0, at))
  const sectionNames = sections[file.readUInt16LE(62)]!.bytes
  const named = (name: string) => sections.find((one) => textIn(sectionNames, one.nameAt) === name)
  const filled = sections
    .filter(({ bytes, kind }) => (kind === kinds.code || kind === 8) && bytes.length > 0)
    .map(({ nameAt }) => textIn(sectionNames, nameAt))
  if (filled.join() !== '.text') throw new Error(`A program has only a text, not ${filled.join()}.`)
  const symbols = sections.find(({ kind }) => kind === kinds.symbols)!
  const text = named('.text')!.bytes
  const relocations = named('.rel.text')?.bytes ?? Buffer.alloc(0)
  const calls = Array.from({ length: relocations.length / relocationBytes }, (_, index) => {
    const at = index * relocationBytes
    const symbolAt = relocations.readUInt32LE(at + 12) * symbolBytes
    const name = textIn(sections[symbols.link]!.bytes, symbols.bytes.readUInt32LE(symbolAt))
    if (relocations.readUInt32LE(at + 8) !== callRelocation || name === '')
      throw new Error('A program only calls functions of the network.')
    return { at: Number(relocations.readBigUInt64LE(at)), name }
  })
  return { text, calls }
}

function stringTable(names: readonly string[]) {
  const bytes = Buffer.from(`\0${names.join('\0')}\0`)
  return { bytes, at: (name: string) => bytes.indexOf(`\0${name}\0`) + 1 }
}

const wide = (value: number) => [value, 8] as const

/** Writes numbers, each with its length in bytes, little-endian. */
function pack(...fields: readonly (readonly [number, number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, size]) => sum + size, 0))
  let at = 0
  for (const [value, size] of fields) {
    bytes.writeUIntLE(value, at, Math.min(size, 6))
    at += size
  }
  return bytes
}
