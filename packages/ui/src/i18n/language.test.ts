import { expect, test } from 'vitest'
import { createLanguage } from './language.ts'

test('switches to another language and direction once its catalogue has loaded', async () => {
  const { setLocale, store } = createLanguage({ locale: 'en' })
  expect(store.get()).toEqual({ locale: 'en', direction: 'ltr', messages: {} })
  await setLocale('ar')
  expect(store.get()).toMatchObject({ locale: 'ar', direction: 'rtl' })
  expect(store.get().messages['connect.title']).toBe('ربط المحفظة')
  await setLocale('es-MX')
  expect(store.get()).toMatchObject({ locale: 'es-MX', direction: 'ltr' })
  expect(store.get().messages['connect.title']).toBe('Conectar billetera')
})

test("the site's own texts win in every language", async () => {
  const { setLocale, store } = createLanguage({
    locale: 'en',
    messages: { 'connect.title': 'Come in' },
  })
  expect(store.get().messages['connect.title']).toBe('Come in')
  await setLocale('es')
  expect(store.get().messages['connect.title']).toBe('Come in')
  await setLocale('es', {})
  expect(store.get().messages['connect.title']).toBe('Conectar billetera')
})

test('a custom language keeps its tag and direction', async () => {
  const { store } = createLanguage({ locale: 'he', messages: { 'modal.back': 'חזרה' } })
  expect(store.get()).toEqual({
    locale: 'he',
    direction: 'rtl',
    messages: { 'modal.back': 'חזרה' },
  })
})

test('the last of several calls wins', async () => {
  const { setLocale, store } = createLanguage({ locale: 'en' })
  await Promise.all([setLocale('ar'), setLocale('en')])
  expect(store.get().locale).toBe('en')
})
