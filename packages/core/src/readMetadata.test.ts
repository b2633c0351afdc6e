import { afterEach, expect, test, vi } from 'vitest'
import { readMetadata } from './readMetadata.ts'
import { testFoyer } from './testFoyer.test.kit.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const sdk = { sdkType: 'foyer', sdkVersion: 'html-eip155-0.1.0', projectId: 'project' }

test('[3.6] returns name, description, url, icons, sdkType, sdkVersion and projectId', () => {
  const metadata = { name: 'N', description: 'D', url: 'https://n.example', icons: ['i'] }
  expect(readMetadata(testFoyer({ metadata }))).toEqual({ ...metadata, ...sdk })
})

test('[3.6] uses title and address of the page if the site sets no metadata', () => {
  vi.stubGlobal('document', { title: 'Shop' })
  vi.stubGlobal('location', { origin: 'https://shop.example' })
  expect(readMetadata(testFoyer())).toEqual({
    name: 'Shop',
    description: '',
    url: 'https://shop.example',
    icons: [],
    ...sdk,
  })
})

test('returns empty metadata without a page', () => {
  expect(readMetadata(testFoyer())).toMatchObject({ name: '', url: '' })
})
