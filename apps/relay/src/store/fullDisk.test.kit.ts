import { open } from 'node:fs/promises'

/** A disk whose files reject each write while it is full. */
export function createFullDisk() {
  const disk = { isFull: false }
  const openFile = (async (...given: Parameters<typeof open>) => {
    const file = await open(...given)
    const write = file.write.bind(file) as (...args: unknown[]) => Promise<unknown>
    Object.assign(file, {
      async write(...args: unknown[]) {
        if (disk.isFull) throw new Error('no space left')
        return write(...args)
      },
    })
    return file
  }) as typeof open
  return Object.assign(disk, { openFile })
}
