import * as v from 'valibot'
import type { ImageFile } from './imageFile.ts'

const iconModule = v.object({ default: v.pipe(v.string(), v.startsWith('<svg ')) })

/**
 * Reads a logo of @web3icons/core, on a background that fills a rounded tile.
 * @param icon - kind and name there: `wallets/metamask`, `networks/arbitrum-one`, `tokens/USDC`
 * @returns undefined when the package has no such logo.
 */
export async function readWeb3Icon(icon: string): Promise<ImageFile | undefined> {
  // Validated, because both become part of a module's path.
  const [, kind, name] =
    /^(exchanges|networks|tokens|wallets)\/([A-Za-z0-9-]{1,64})$/.exec(icon) ?? []
  if (kind === undefined) return undefined
  try {
    const path = `@web3icons/core/svgs/${kind}/background/${name}.svg.js`
    const { default: body } = v.parse(iconModule, await import(path))
    return { type: 'image/svg+xml', body }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
