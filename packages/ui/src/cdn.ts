// biome-ignore lint/performance/noBarrelFile: the one file of a page without a bundler
export * from '@foyer/core'
export * from '@foyer/protocol'
export * from './index.ts'
