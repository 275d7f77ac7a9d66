-- Sign-ins are recorded by stoa_system; no request of stoa_app writes when somebody was last here.
revoke update (last_sign_in_at) on memberships from stoa_app;
