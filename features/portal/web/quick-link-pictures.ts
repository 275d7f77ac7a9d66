import {
  BookOpen,
  CalendarDays,
  CircleQuestionMark,
  FileText,
  Globe,
  HeartPulse,
  Link2,
  Mail,
  Map as MapIcon,
  MessageCircle,
  Newspaper,
  Phone,
  Shield,
  Users,
  Video,
  Wrench,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { QuickLinkIcon } from "../quick-link-icons.ts";

/** The pictures of quick links. None that the frame's own menus draw: each file that the dashboard shares with them is a request more. */
export const quickLinkPictures: Readonly<Record<QuickLinkIcon, LucideIcon>> = {
  link: Link2,
  book: BookOpen,
  calendar: CalendarDays,
  chat: MessageCircle,
  document: FileText,
  globe: Globe,
  health: HeartPulse,
  help: CircleQuestionMark,
  mail: Mail,
  map: MapIcon,
  news: Newspaper,
  people: Users,
  phone: Phone,
  safety: Shield,
  tools: Wrench,
  video: Video,
};
