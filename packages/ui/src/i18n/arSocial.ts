import type { enSocial } from './enSocial.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of a login at a provider. */
export const arSocial: WordsOf<typeof enSocial> = {
  'social.opening': 'جارٍ فتح {name}',
  'social.openingText': 'لن يستغرق هذا سوى لحظة.',
  'social.waiting': 'سجّل الدخول عبر {name}',
  'social.waitingText': 'تابِع في النافذة التي فُتحت.',
  'social.leaving': 'جارٍ الانتقال إلى {name}',
  'social.leavingText': 'ستعود إلى هذه الصفحة بعد تسجيل الدخول.',
  'social.finishing': 'جارٍ تسجيل دخولك',
  'social.finishingText': 'جارٍ فتح محفظتك.',
  'social.cancel': 'إلغاء',
  'social.retry': 'حاول مرة أخرى',
  'social.other': 'اختر طريقة أخرى',
  'social.closed': 'أُغلقت النافذة',
  'social.cancelled': 'ألغيت تسجيل الدخول',
  'social.againText': 'لم يتغيّر شيء. يمكنك المحاولة مرة أخرى.',
  'social.blocked': 'حظر متصفحك النافذة',
  'social.blockedText': 'افتحها مجددًا، أو تابِع في هذه الصفحة ثم عُد.',
  'social.openWindow': 'افتح النافذة',
  'social.leave': 'تابِع في هذه الصفحة',
  'social.webview': 'لا يعمل {name} داخل هذا التطبيق',
  'social.webviewText': 'افتح هذه الصفحة في متصفحك، أو اختر طريقة أخرى.',
  'social.copy': 'انسخ عنوان هذه الصفحة',
  'social.copied': 'تم النسخ',
  'social.provider': 'لا يستجيب {name}',
  'social.providerText': 'حاول بعد لحظة، أو اختر طريقة أخرى.',
  'social.refused': 'تعذّر التحقق من تسجيل الدخول هذا',
  'social.refusedText': 'لم يتغيّر شيء. ابدأ من جديد هنا.',
  'social.no-email': 'لم يزوّدنا {name} بعنوان بريد إلكتروني',
  'social.no-emailText':
    'نحتاج إلى عنوان لإرسال رابط استعادة محفظتك إليه. أضف عنوانًا مؤكدًا في {name}، أو اختر طريقة أخرى.',
  'social.exists': 'لديك حساب بالفعل',
  'social.existsText': 'يسجّل {email} الدخول عبر {by}. استخدمه لتحصل على المحفظة نفسها.',
  'social.email': 'البريد الإلكتروني',
  'social.provider-name': 'مزوّد الخدمة',
}
