import { expect, test } from 'vitest'
import { readTestOptions } from './readTestOptions.ts'

test('passes Vitest’s own paths and options to Vitest', () => {
  expect(
    readTestOptions(['--project=node', 'apps/vault', '-t', 'freeze', '--since', 'abc']),
  ).toEqual({
    projects: ['node'],
    isChanged: true,
    isUnit: false,
    shuffleSeed: undefined,
    since: 'abc',
    rest: ['apps/vault', '-t', 'freeze'],
  })
})

test('runs every project if none is named', () => {
  expect(readTestOptions(['--changed']).projects).toEqual(['node', 'browser', 'e2e'])
  expect(readTestOptions(['--changed'])).toMatchObject({
    isChanged: true,
    since: undefined,
    rest: [],
  })
  expect(readTestOptions(['--unit'])).toMatchObject({ isUnit: true, rest: [] })
})

test('draws a seed for the order of files', () => {
  expect(readTestOptions(['--shuffle'])).toMatchObject({
    shuffleSeed: expect.any(Number),
    rest: [],
  })
})

test('rejects an unknown project', () => {
  expect(() => readTestOptions(['--project', 'nodes'])).toThrow('there is no test project "nodes"')
})
