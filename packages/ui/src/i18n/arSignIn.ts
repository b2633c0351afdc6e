import type { enSignIn } from './enSignIn.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of the sign-in. */
export const arSignIn: WordsOf<typeof enSignIn> = {
  'signIn.heading': 'تسجيل الدخول إلى {site}',
  'signIn.text': 'وقّع رسالة لتثبت أن هذا الحساب لك. التوقيع مجاني ولا يرسل شيئًا.',
  'signIn.account': 'الحساب',
  'signIn.sign': 'تسجيل الدخول',
  'signIn.later': 'ليس الآن',
  'signIn.leave': 'إلغاء وقطع الاتصال',
  'signIn.open': 'تابع في {wallet}',
  'signIn.openText': 'تأكد من أن الرسالة تذكر {site}، ثم وقّعها.',
  'signIn.verifying': 'جارٍ التحقق…',
  'signIn.retry': 'أعد المحاولة',
  'signIn.declined': 'رُفض التوقيع',
  'signIn.declinedText': 'وقّع الرسالة لتستخدم حسابك هنا.',
  'signIn.failed': 'حدثت مشكلة أثناء بدء المصادقة',
  'signIn.failedText': 'تحقق من اتصالك وأعد المحاولة.',
  'signIn.smartAccount': 'قد لا يدعم هذا التطبيق الحسابات الذكية',
  'signIn.smartAccountText': 'جرّب حسابًا آخر، أو اطلب من الموقع دعم حسابك.',
}
