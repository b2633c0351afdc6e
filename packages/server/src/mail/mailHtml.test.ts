import { expect, test } from 'vitest'
import { mailHtml } from './mailHtml.ts'

test('renders a code in large type and a link as a link, and escapes HTML', () => {
  const html = mailHtml('Your <code>', [
    'It is:',
    '',
    '012345',
    'https://id.example/a?b=1&c="2"#t=x',
    '<b>no</b>',
  ])
  expect(html).toMatch(/<p style="[^"]*font-size:32px[^"]*">012345<\/p>/)
  expect(html).toContain('href="https://id.example/a?b=1&amp;c=&quot;2&quot;#t=x"')
  expect(html).toContain('&lt;b&gt;no&lt;/b&gt;')
  expect(html).toContain('<title>Your &lt;code&gt;</title>')
  expect(html).toContain('<html lang="en" dir="ltr">')
  expect(html).not.toMatch(/<(script|img|link|style|b)\b/)
})

test('reads from right to left in Arabic, but for links', () => {
  const html = mailHtml('رمزك', ['رمزك للدخول:', '012345', 'https://id.example/'], 'ar')
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toMatch(/<div dir="rtl" lang="ar"/)
  expect(html).toMatch(/<p style="[^"]*" dir="ltr"><a href="https:\/\/id\.example\/"/)
})
